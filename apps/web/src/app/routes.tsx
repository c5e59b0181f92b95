import { lazy, Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { RatePage } from '../features/rate/rate-page.tsx'
import { isOperatorPath, paths } from '../lib/paths.ts'
import { AdFreeDocument } from './ad-free-document.tsx'
import { EmailCapture } from './email-capture.tsx'
import { FailureBoundary } from './failure-boundary.tsx'
import { later } from './later.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { NotFound } from './not-found.tsx'
import { SessionGate } from './session-gate.tsx'
import { VisitorShell } from './visitor-shell.tsx'

const UploadPage = lazy(() =>
  import('../features/upload/upload-page.tsx').then((page) => ({ default: page.UploadPage })),
)
const StatsPage = lazy(() => import('../features/stats/stats-page.tsx').then((page) => ({ default: page.StatsPage })))
const ProfileScreen = lazy(() => import('./profile-screen.tsx').then((screen) => ({ default: screen.ProfileScreen })))
const TakedownPage = lazy(() =>
  import('../features/takedown/takedown-page.tsx').then((page) => ({ default: page.TakedownPage })),
)

const AdminRoutes = lazy(() => import('./admin-routes.tsx').then((routes) => ({ default: routes.AdminRoutes })))

const AdZone = later(async () => (await import('../features/ads/ad-zone.tsx')).AdZone)

export function Routes() {
  const [location] = useLocation()
  if (isOperatorPath(location))
    return (
      <AdFreeDocument>
        <FailureBoundary>
          <Suspense
            fallback={
              <main className="flex min-h-svh">
                <LoadingScreen />
              </main>
            }
          >
            <AdminRoutes />
          </Suspense>
        </FailureBoundary>
      </AdFreeDocument>
    )
  return (
    <VisitorShell>
      <FailureBoundary key={location}>
        <Suspense fallback={<LoadingScreen />}>
          <Switch>
            <Route path={paths.rate}>
              <SessionGate hasSkeleton>
                <RatePage
                  adZone={
                    <Suspense>
                      <AdZone zone="zone1" />
                    </Suspense>
                  }
                />
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
            <Route path={paths.takedown}>
              <AdFreeDocument>
                <TakedownPage />
              </AdFreeDocument>
            </Route>
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </FailureBoundary>
    </VisitorShell>
  )
}
