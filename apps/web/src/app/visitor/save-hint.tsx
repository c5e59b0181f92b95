import { useState } from 'react'
import { lazyComponent } from '../../lib/api/lazy-component.tsx'
import { useSession } from '../../lib/session/session.ts'
import { markSaveHintSeen, useSaveHintSeen } from '../../lib/session/stored-session.ts'
import { useVoteCount } from '../../lib/session/vote-count.ts'
import { toastNotLoaded } from '../../lib/session/work-under-way.ts'
import { lazyWhenIdle } from '../lazy-when-idle.ts'

/** Votes before the visitor is asked to save the account (`visitor.md §9`). */
const VOTES = 2

const Bubble = lazyWhenIdle(async () => (await import('./save-hint-bubble.tsx')).SaveHintBubble)
const Modal = lazyComponent(
  async () => (await import('../../features/account/save-account-modal.tsx')).SaveAccountModal,
)

/** Account-save prompt (`visitor.md §4`). */
export function SaveHint() {
  const { data: user } = useSession()
  const isDue = useVoteCount() >= VOTES
  const isSeen = useSaveHintSeen()
  const [isOpen, setOpen] = useState(false)
  const show = () => {
    setOpen(true)
    markSaveHintSeen()
  }
  // The hint stays until its dialog has loaded.
  const open = () => void Modal.fetch().then(show, () => toastNotLoaded('The form'))
  const close = () => setOpen(false)
  return (
    <>
      <div aria-live="polite">
        {user && !user.email && isDue && !isSeen && <Bubble onOpen={open} onDismiss={markSaveHintSeen} />}
      </div>
      {isOpen && <Modal onClose={close} onSaved={close} />}
    </>
  )
}
