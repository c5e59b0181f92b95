import { CloudOff } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { describeReason, isOutage } from '../../lib/api/call-error.ts'
import { cookiesBlocked } from '../../lib/browser/preferences.ts'
import { useSession } from '../../lib/session/session.ts'
import { Card } from '../../ui/data/card.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LoadingScreen, lazyScreen } from '../loading-screen.tsx'

// Rarely shown, so they load after the first photo.
const LoggedOut = lazyScreen(async () => inCard((await import('./logged-out.tsx')).LoggedOut))
const CookiesBlocked = lazyScreen(async () => inCard((await import('./cookies-blocked.tsx')).CookiesBlocked))

type Props = {
  children: ReactNode
  /** The screen shows its own skeleton. */
  hasSkeleton?: boolean
  /** The screen shows outages itself, so the first photo stays visible. */
  tellsOutage?: boolean
}

/** Shows a screen once the visitor is known (`visitor.md §2`, page load). */
export function SessionGate({ children, hasSkeleton = false, tellsOutage = false }: Props) {
  const { data: user, isPending, isFetching, error, refetch } = useSession()
  const isCookieless = cookiesBlocked.use()
  if (isCookieless) return <CookiesBlocked />
  // A known visitor keeps the screen, even if the refetch fails.
  if (isPending || (!user && error && isFetching)) return hasSkeleton ? children : <LoadingScreen />
  if (user) return children
  if (!error) return <LoggedOut />
  const isAway = isOutage(error)
  if (isAway && tellsOutage) return children
  return (
    <GateCard>
      <CloudOff aria-hidden className="mx-auto mb-4 size-10 text-hot-ink" />
      <h1 className="text-2xl">{isAway ? "We'll be right back" : "We couldn't start your session"}</h1>
      <p className="mt-2 text-mute">{describeReason(error)}</p>
      <Button variant="primary" className="mt-5" onClick={() => void refetch()}>
        Try again
      </Button>
    </GateCard>
  )
}

const GateCard = ({ children }: { children: ReactNode }) => (
  <Card className="m-auto w-[min(28rem,calc(100%-2rem))] text-center">{children}</Card>
)

const inCard = (Content: ComponentType) => () => (
  <GateCard>
    <Content />
  </GateCard>
)
