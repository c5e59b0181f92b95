import { useEffect } from 'react'
import { lazyComponent } from '../../lib/api/lazy-component.tsx'
import { store } from '../../lib/browser/store.ts'
import { ended } from '../../lib/session/open-session.ts'
import { useSession } from '../../lib/session/session.ts'
import { toastNotLoaded } from '../../lib/session/work-under-way.ts'
import { useFetched } from '../lazy-when-idle.ts'

/** State of the login dialog (`visitor.md §4`). `sentTo` is the address the last link was sent to. */
export const welcome = store<{ isOpen: boolean; sentTo: string | null }>({ isOpen: true, sentTo: null })

const Dialog = lazyComponent(
  async () => (await import('../../features/account/welcome-back-dialog.tsx')).WelcomeBackDialog,
)

/** Login dialog, shown on every screen after a logout (`visitor.md §2`, page load). */
export function WelcomeBack() {
  const { data: user } = useSession()
  const { isOpen, sentTo } = welcome.use()
  const isKnown = Boolean(user)
  useEffect(() => {
    if (!isKnown) return
    // Reset the state, so the dialog opens again after the next logout in any tab.
    welcome.set({ isOpen: true, sentTo: null })
    ended.set(null)
  }, [isKnown])
  // `null` means logged out; `undefined` means not known yet.
  const isDue = user === null && isOpen
  const isFetched = useFetched(Dialog, isDue || undefined, () => {
    toastNotLoaded('The login form')
    // Close the dialog, because the card behind it offers the login as well.
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
