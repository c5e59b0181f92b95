import { parseItemId } from '@hotvote/shared/item-address'
import { QueryClientProvider } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { ItemScreen, RatePage } from '../features/rate/rate-page.tsx'
import { describeReason, isOutage } from '../lib/api/call-error.ts'
import { lazyComponent } from '../lib/api/lazy-component.tsx'
import { queryClient } from '../lib/api/query-client.ts'
import { cookiesBlocked } from '../lib/browser/preferences.ts'
import { adHasRun } from '../lib/session/ad-document.ts'
import { useEmailCapture } from '../lib/session/email-capture.ts'
import { counterNoticeRoute, isOperatorPath, itemRoute, paths } from '../lib/session/paths.ts'
import { useSession } from '../lib/session/session.ts'
import { Card } from '../ui/data/card.tsx'
import { PartBoundary } from '../ui/feedback/part-boundary.tsx'
import { Button } from '../ui/forms/button.tsx'
import { FailureBoundary } from './failure-boundary.tsx'
import { lazyWhenIdle } from './lazy-when-idle.ts'
import { LoadingScreen, lazyScreen } from './loading-screen.tsx'
import { CounterNoticePage, SiteTextPage, screens } from './screens.ts'
import { VisitorShell } from './visitor/visitor-shell.tsx'

// Load these screens after the first photo, because they are rarely shown.
const LoggedOut = lazyScreen(async () => inCard((await import('./visitor/no-visitor.tsx')).LoggedOut))
const CookiesBlocked = lazyScreen(async () => inCard((await import('./visitor/no-visitor.tsx')).CookiesBlocked))

type Props = {
  children: ReactNode
  /** The screen renders its own skeleton. */
  hasSkeleton?: boolean
  /** The screen shows outages itself, so the first photo stays visible. */
  tellsOutage?: boolean
}

/** Shows a screen once the visitor is known (`visitor.md §2`, page load). */
function SessionGate({ children, hasSkeleton = false, tellsOutage = false }: Props) {
  const { data: user, isPending, isFetching, error, refetch } = useSession()
  const isCookieless = cookiesBlocked.use()
  if (isCookieless) return <CookiesBlocked />
  // Keep the screen of a known visitor if a refetch fails.
  if (isPending || (!user && error && isFetching)) return hasSkeleton ? children : <LoadingScreen />
  if (user) return children
  if (!error) return <LoggedOut />
  const isAway = isOutage(error)
  if (isAway && tellsOutage) return children
  return (
    <GateCard tellsOutage>
      <CloudOff aria-hidden className="mx-auto mb-4 size-10 text-hot-ink" />
      <h1 className="text-2xl">{isAway ? "We'll be right back" : "We couldn't start your session"}</h1>
      <p className="mt-2 text-mute">{describeReason(error)}</p>
      <Button variant="primary" className="mt-5 max-sm:w-full" onClick={() => void refetch()}>
        Try again
      </Button>
    </GateCard>
  )
}

/** Hidden while a dialog covers most of the card. */
const GateCard = ({ children, tellsOutage }: { children: ReactNode; tellsOutage?: true }) => (
  <Card
    data-outage={tellsOutage}
    className="m-auto w-[min(28rem,calc(100%-2rem))] text-center [:root:has([role=dialog])_&]:invisible"
  >
    {children}
  </Card>
)

const inCard = (Content: ComponentType) => () => (
  <GateCard>
    <Content />
  </GateCard>
)

const EmailCaptureModal = lazyComponent(
  async () => (await import('../features/email-capture/email-capture-modal.tsx')).EmailCaptureModal,
)

/** Asks for the visitor's email address. If the modal fails to load, the visitor votes on. */
const EmailCapture = () =>
  useEmailCapture() === 'asks' && (
    <PartBoundary failure={() => null}>
      <EmailCaptureModal />
    </PartBoundary>
  )

const siteTextRoute = /^\/(contact|terms|privacy|imprint)\/?$/

const UploadPage = screens[paths.upload]
const StatsPage = screens[paths.stats]
const ProfileScreen = screens[paths.profile]
const TakedownPage = screens[paths.takedown]

const WholePageLoading = () => (
  <main className="flex min-h-svh">
    <LoadingScreen />
  </main>
)
const NotFound = lazyComponent(async () => (await import('./not-found.tsx')).NotFound)
const AdminRoutes = lazyComponent(
  async () => (await import('./operator/admin-routes.tsx')).AdminRoutes,
  WholePageLoading,
)

const AdZone = lazyWhenIdle(async () => (await import('../features/ads/ad-zone.tsx')).AdZone)

const FreshDocument = lazyComponent(async () => (await import('./fresh-document.tsx')).FreshDocument)

function Routes() {
  const [location] = useLocation()
  if (isOperatorPath(location))
    return <FailureBoundary>{adHasRun() ? <FreshDocument name="portal" /> : <AdminRoutes />}</FailureBoundary>
  return (
    <VisitorShell>
      <FailureBoundary key={location}>
        <Switch>
          <Route path={paths.rate}>
            <SessionGate hasSkeleton tellsOutage>
              <RatePage adZone={<AdZone zone="zone1" />} />
              <EmailCapture />
            </SessionGate>
          </Route>
          <Route path={itemRoute}>
            <SessionGate hasSkeleton tellsOutage>
              <ItemScreen id={parseItemId(location)} adZone={<AdZone zone="zone1" />} />
              <EmailCapture />
            </SessionGate>
          </Route>
          <Route path={paths.upload}>
            <SessionGate>
              <UploadPage />
            </SessionGate>
          </Route>
          <Route path={paths.stats}>
            <SessionGate hasSkeleton>
              <StatsPage />
            </SessionGate>
          </Route>
          <Route path={paths.profile}>
            <SessionGate>
              <ProfileScreen />
            </SessionGate>
          </Route>
          <Route path={siteTextRoute}>
            <SiteTextPage />
          </Route>
          <Route path={counterNoticeRoute}>{adHasRun() ? <FreshDocument name="form" /> : <CounterNoticePage />}</Route>
          <Route path={paths.takedown}>{adHasRun() ? <FreshDocument name="form" /> : <TakedownPage />}</Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </FailureBoundary>
    </VisitorShell>
  )
}

const Redirects = lazyWhenIdle(async () => (await import('../features/redirects/redirects.tsx')).Redirects)

/** Applies redirects on visitor pages only (`visitor.md §4`). */
function VisitorRedirects() {
  const [location] = useLocation()
  return !isOperatorPath(location) && <Redirects />
}

const Toasts = lazyWhenIdle(async () => (await import('../ui/overlays/toast.tsx')).Toasts)
const OfflineBanner = lazyWhenIdle(async () => (await import('./offline-banner.tsx')).OfflineBanner)

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Routes />
      <OfflineBanner />
      <Toasts />
      <VisitorRedirects />
    </QueryClientProvider>
  )
}
