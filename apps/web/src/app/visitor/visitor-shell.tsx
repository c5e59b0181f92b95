import { type ReactNode, useEffect } from 'react'
import { useKeptVotes } from '../../features/rate/use-rating.ts'
import { checkBlock } from '../../lib/session/open-session.ts'
import { useSession } from '../../lib/session/session.ts'
import { SkipLink } from '../skip-link.tsx'
import { useFocusOnNavigation } from '../use-focus-on-navigation.ts'
import { BottomBar, PhoneHeader } from './phone-bars.tsx'
import { SaveHint } from './save-hint.tsx'
import { Sidebar } from './sidebar.tsx'
import { useBarHidden } from './use-bar-hidden.ts'
import { WelcomeBack } from './welcome-back.tsx'

/** Layout of the visitor screens: sidebar from 768 px, two bars below (`visitor.md §2`). */
export function VisitorShell({ children }: { children: ReactNode }) {
  const barHidden = useBarHidden()
  const main = useFocusOnNavigation()
  useBlockEnd()
  useKeptVotes()
  return (
    <div data-bar-hidden={barHidden || undefined} className="group/shell flex min-h-svh flex-col md:flex-row">
      <SkipLink />
      <Sidebar />
      <PhoneHeader />
      <SaveHint />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="flex min-w-0 flex-1 flex-col px-safe pb-(--bar-room) md:pb-0 md:pl-0"
      >
        {children}
      </main>
      <BottomBar />
      <WelcomeBack />
    </div>
  )
}

/** Checks whether the block has ended when a blocked visitor returns to the page. */
function useBlockEnd() {
  const isBlocked = useSession().data?.isBlocked
  useEffect(() => {
    if (!isBlocked) return
    const onVisible = () => document.visibilityState === 'visible' && checkBlock()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [isBlocked])
}
