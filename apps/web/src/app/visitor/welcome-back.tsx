import { useEffect } from 'react'
import { lazyComponent } from '../../lib/api/lazy-component.tsx'
import { store } from '../../lib/browser/store.ts'
import { ended } from '../../lib/session/open-session.ts'
import { useSession } from '../../lib/session/session.ts'
import { PartBoundary } from '../../ui/feedback/part-boundary.tsx'

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
  if (user !== null || !isOpen) return null
  return (
    // The card behind the dialog offers the login as well.
    <PartBoundary failure={() => null}>
      <Dialog
        onClose={() => welcome.set({ isOpen: false, sentTo })}
        onSent={(address) => welcome.set({ isOpen: false, sentTo: address })}
      />
    </PartBoundary>
  )
}
