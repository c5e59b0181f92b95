import { useEffect } from 'react'
import { lazyComponent } from '../../lib/api/lazy-component.tsx'
import { store } from '../../lib/browser/store.ts'
import { ended } from '../../lib/session/open-session.ts'
import { useSession } from '../../lib/session/session.ts'
import { toastNotLoaded } from '../../lib/session/work-under-way.ts'
import { useFetched } from '../use-fetched.ts'

/** The login dialog for a visitor who is logged out, and where a login link was sent (`visitor.md §4`). */
export const welcome = store<{ isOpen: boolean; sentTo: string | null }>({ isOpen: true, sentTo: null })

const Dialog = lazyComponent(
  async () => (await import('../../features/account/welcome-back-dialog.tsx')).WelcomeBackDialog,
)

/** On every screen, for somebody who is logged out in this browser (`visitor.md §2`, page load). */
export function WelcomeBack() {
  const { data: user } = useSession()
  const { isOpen, sentTo } = welcome.use()
  const isKnown = Boolean(user)
  useEffect(() => {
    if (!isKnown) return
    // After the next logout, here or in another tab, the dialog opens again.
    welcome.set({ isOpen: true, sentTo: null })
    ended.set(null)
  }, [isKnown])
  // Null means logged out; undefined, not known yet.
  const isDue = user === null && isOpen
  const isFetched = useFetched(Dialog, isDue || undefined, () => {
    toastNotLoaded('The login form')
    // The card behind it offers it again.
    welcome.set({ isOpen: false, sentTo })
  })
  if (!isDue || !isFetched) return null
  return (
    <Dialog
      onClose={() => welcome.set({ isOpen: false, sentTo })}
      onSent={(address) => welcome.set({ isOpen: false, sentTo: address })}
    />
  )
}
