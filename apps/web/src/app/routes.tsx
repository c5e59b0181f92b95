import { itemIdIn } from '@hotvote/shared/item-address'
import { useRef } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { ItemScreen, RatePage } from '../features/rate/rate-page.tsx'
import { lazyComponent } from '../lib/api/lazy-component.tsx'
import { adHasRun } from '../lib/session/ad-document.ts'
import { useEmailCapture } from '../lib/session/email-capture.ts'
import { isOperatorPath, itemRoute, paths } from '../lib/session/paths.ts'
import { useVoteCount } from '../lib/session/vote-count.ts'
import { toastNotLoaded } from '../lib/session/work-under-way.ts'
import { FailureBoundary } from './failure-boundary.tsx'
import { lazyWhenIdle } from './lazy-when-idle.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { screens } from './screens.ts'
import { useFetched } from './use-fetched.ts'
import { SessionGate } from './visitor/session-gate.tsx'
import { VisitorShell } from './visitor/visitor-shell.tsx'

const EmailCaptureModal = lazyComponent(
  async () => (await import('../features/email-capture/email-capture-modal.tsx')).EmailCaptureModal,
)

/** If the modal fails to load, the next vote tries again. */
function EmailCapture() {
  const asks = useEmailCapture() === 'asks'
  const votes = useVoteCount()
  const isTold = useRef(false)
  const tell = () => {
    if (!isTold.current) toastNotLoaded('The email form')
    isTold.current = true
  }
  const isFetched = useFetched(EmailCaptureModal, asks ? votes : undefined, tell)
  return asks && isFetched && <EmailCaptureModal />
}

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

export function Routes() {
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
              <ItemScreen id={itemIdIn(location)} adZone={<AdZone zone="zone1" />} />
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
          <Route path={paths.takedown}>{adHasRun() ? <FreshDocument name="form" /> : <TakedownPage />}</Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </FailureBoundary>
    </VisitorShell>
  )
}
