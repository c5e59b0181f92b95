import { type ComponentType, lazy, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { LoginPage } from '../features/admin/login/login-page.tsx'
import { adminPaths } from '../lib/admin-paths.ts'
import { useIsOperator } from '../lib/operator.ts'
import { ConfirmDialog } from '../ui/confirm.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { AdminPlaceholder } from './admin-placeholder.tsx'
import { AdminShell } from './admin-shell.tsx'
import { FailureBoundary } from './failure-boundary.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { NotFound } from './not-found.tsx'

const OverviewPage = lazy(async () => ({
  default: (await import('../features/admin/overview/overview-page.tsx')).OverviewPage,
}))

const DbtestPage = lazy(async () => ({
  default: (await import('../features/admin/dbtest/dbtest-page.tsx')).DbtestPage,
}))

const TrafficHandlersPage = lazy(async () => ({
  default: (await import('../features/admin/traffic-handlers/traffic-handlers-page.tsx')).TrafficHandlersPage,
}))

const AdsPage = lazy(async () => ({
  default: (await import('../features/admin/ads/ads-page.tsx')).AdsPage,
}))

const EmailCapturePage = lazy(async () => ({
  default: (await import('../features/admin/email-capture/email-capture-page.tsx')).EmailCapturePage,
}))

const VoteMultiplierPage = lazy(async () => ({
  default: (await import('../features/admin/vote-multiplier/vote-multiplier-page.tsx')).VoteMultiplierPage,
}))

/** Address to screen. */
const screens: [path: string, page: ComponentType][] = [
  [adminPaths.home, OverviewPage],
  [adminPaths.media, AdminPlaceholder],
  [adminPaths.users, AdminPlaceholder],
  [adminPaths.bucket, AdminPlaceholder],
  [adminPaths.dmca, AdminPlaceholder],
  [adminPaths.trafficHandlers, TrafficHandlersPage],
  [adminPaths.ads, AdsPage],
  [adminPaths.emailCapture, EmailCapturePage],
  [adminPaths.voteMultiplier, VoteMultiplierPage],
  [adminPaths.populateVotes, AdminPlaceholder],
  [adminPaths.exportVotes, AdminPlaceholder],
  [adminPaths.dbtest, DbtestPage],
  [adminPaths.dbTest, DbtestPage],
  [adminPaths.logs, AdminPlaceholder],
]

/** The operator's side: the login, and behind it every screen. */
export function AdminRoutes() {
  const [location] = useLocation()
  const isOperator = useIsOperator()
  if (!isOperator) return location === adminPaths.home ? <LoginPage /> : <ToLogin />
  return (
    <LeaveGuard>
      <AdminShell>
        <FailureBoundary key={location}>
          <Suspense fallback={<Spinner className="m-auto p-8" />}>
            <Switch>
              {screens.map(([path, page]) => (
                <Route key={path} path={path} component={page} />
              ))}
              <Route>
                <NotFound />
              </Route>
            </Switch>
          </Suspense>
        </FailureBoundary>
        {/* The one that answers `confirm` for every screen. */}
        <ConfirmDialog />
      </AdminShell>
    </LeaveGuard>
  )
}

function ToLogin() {
  return (
    <p className="m-auto p-8 text-mute" role="status">
      Redirecting...
      <Redirect to={adminPaths.home} replace />
    </p>
  )
}
