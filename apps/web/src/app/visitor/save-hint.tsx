import { X } from 'lucide-react'
import { useState } from 'react'
import { lazyComponent } from '../../lib/api/lazy-component.tsx'
import { useSession } from '../../lib/session/session.ts'
import { markSaveHintSeen, useSaveHintSeen } from '../../lib/session/stored-session.ts'
import { useVoteCount } from '../../lib/session/vote-count.ts'
import { toastNotLoaded } from '../../lib/session/work-under-way.ts'

/** Number of votes before the visitor is asked to save the account (`visitor.md §9`). */
const VOTES = 2

const Modal = lazyComponent(
  async () => (await import('../../features/account/save-account-modal.tsx')).SaveAccountModal,
)

/** Prompt that asks the visitor to save the account (`visitor.md §4`). */
export function SaveHint() {
  const { data: user } = useSession()
  const isDue = useVoteCount() >= VOTES
  const isSeen = useSaveHintSeen()
  const [isOpen, setOpen] = useState(false)
  const show = () => {
    setOpen(true)
    markSaveHintSeen()
  }
  // Keep the hint visible until its dialog has loaded.
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

type BubbleProps = { onOpen: () => void; onDismiss: () => void }

const part = 'min-h-11 rounded-card -outline-offset-4 focus-visible:outline-white'

/** Overlays the page. Only the buttons on the stage move down to make room (`visitor.md §2`). */
function Bubble({ onOpen, onDismiss }: BubbleProps) {
  return (
    <div
      data-save-hint
      className="mx-safe absolute top-[calc(var(--header-height)+6px)] right-2.5 z-30 flex w-64 animate-appear items-start rounded-card bg-danger text-sm text-white shadow-soft group-has-[[role=menu]]/shell:invisible md:fixed md:top-auto md:right-auto md:bottom-22.5 md:left-3.5 md:w-49 lg:w-55 beside:fixed beside:top-auto beside:right-3 beside:bottom-[calc(var(--bar-height)+8px)] beside:left-auto beside:w-64 md:beside:bottom-3"
    >
      <button
        type="button"
        onClick={onOpen}
        className={`${part} flex-1 py-2.5 pl-3.5 text-start leading-snug font-semibold`}
      >
        Hey, be sure to save your account.{' '}
        <span className="whitespace-nowrap underline underline-offset-2">Click here.</span>
      </button>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onDismiss}
        className={`${part} grid w-11 shrink-0 place-items-center`}
      >
        <X aria-hidden className="size-4" />
      </button>
      <span
        aria-hidden
        className="absolute -top-1 right-4 -z-1 size-3 rotate-45 bg-danger md:top-auto md:right-auto md:-bottom-1 md:left-6 beside:hidden"
      />
    </div>
  )
}
