import { Activity, type ComponentType, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { LoginAgain } from '../features/admin/login/login-again.tsx'
import { LoginPage } from '../features/admin/login/login-page.tsx'
import { adminPaths } from '../lib/operator/admin-paths.ts'
import '../lib/net/list-refresh.ts'
import '../lib/net/lost-answers.ts'
import '../lib/browser/scroll-restoration.ts'
import { useOperatorLogin } from '../lib/operator/operator.ts'
import { exchangePassword } from '../lib/operator/operator-login.ts'
import { ConfirmDialog } from '../ui/confirm.tsx'
import { AdminShell } from './admin-shell.tsx'
import { FailureBoundary } from './failure-boundary.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { lazyScreen } from './loading-screen.tsx'
import { NotFound } from './not-found.tsx'

const OverviewPage = lazyScreen(async () => (await import('../features/admin/overview/overview-page.tsx')).OverviewPage)
const QueuePage = lazyScreen(async () => (await import('../features/admin/queue/queue-page.tsx')).QueuePage)
const MediaPage = lazyScreen(async () => (await import('../features/admin/media/media-page.tsx')).MediaPage)
const TrashPage = lazyScreen(async () => (await import('../features/admin/media/trash-page.tsx')).TrashPage)
const UsersPage = lazyScreen(async () => (await import('../features/admin/users/users-page.tsx')).UsersPage)
const UserPage = lazyScreen(async () => (await import('../features/admin/users/user-page.tsx')).UserPage)
const IntegrityPage = lazyScreen(
  async () => (await import('../features/admin/integrity/integrity-page.tsx')).IntegrityPage,
)
const BucketPage = lazyScreen(async () => (await import('../features/admin/bucket/bucket-page.tsx')).BucketPage)
const HealthPage = lazyScreen(async () => (await import('../features/admin/health/health-page.tsx')).HealthPage)
const SiteHealthPage = lazyScreen(
  async () => (await import('../features/admin/site-health/site-health-page.tsx')).SiteHealthPage,
)
const TrafficHandlersPage = lazyScreen(
  async () => (await import('../features/admin/traffic-handlers/traffic-handlers-page.tsx')).TrafficHandlersPage,
)
const AdsPage = lazyScreen(async () => (await import('../features/admin/ads/ads-page.tsx')).AdsPage)
const EmailCapturePage = lazyScreen(
  async () => (await import('../features/admin/email-capture/email-capture-page.tsx')).EmailCapturePage,
)
const VoteMultiplierPage = lazyScreen(
  async () => (await import('../features/admin/vote-multiplier/vote-multiplier-page.tsx')).VoteMultiplierPage,
)
const PopulationPage = lazyScreen(
  async () => (await import('../features/admin/population/population-page.tsx')).PopulationPage,
)
const VoteExportPage = lazyScreen(
  async () => (await import('../features/admin/vote-export/vote-export-page.tsx')).VoteExportPage,
)
const TakedownsPage = lazyScreen(
  async () => (await import('../features/admin/takedowns/takedowns-page.tsx')).TakedownsPage,
)
const LogsPage = lazyScreen(async () => (await import('../features/admin/logs/logs-page.tsx')).LogsPage)

/** Address to screen. */
const screens: [path: string, page: ComponentType][] = [
  [adminPaths.home, OverviewPage],
  [adminPaths.queue, QueuePage],
  [adminPaths.media, MediaPage],
  [adminPaths.trash, TrashPage],
  [adminPaths.users, UsersPage],
  [`${adminPaths.users}/:id`, UserPage],
  [adminPaths.integrity, IntegrityPage],
  [adminPaths.bucket, BucketPage],
  [adminPaths.dmca, TakedownsPage],
  [adminPaths.trafficHandlers, TrafficHandlersPage],
  [adminPaths.ads, AdsPage],
  [adminPaths.emailCapture, EmailCapturePage],
  [adminPaths.voteMultiplier, VoteMultiplierPage],
  [adminPaths.populateVotes, PopulationPage],
  [adminPaths.exportVotes, VoteExportPage],
  [adminPaths.health, HealthPage],
  [adminPaths.siteHealth, SiteHealthPage],
  [adminPaths.siteHealthAlias, SiteHealthPage],
  [adminPaths.logs, LogsPage],
]

/**
 * The operator's side: the login, and behind it every screen. Where a login ends by itself, the screen stays as it is,
 * hidden and at rest, until the next one (docs/decisions/046).
 */
export function AdminRoutes() {
  const [location] = useLocation()
  const login = useOperatorLogin()
  useEffect(() => void exchangePassword(), [])
  if (login === 'none') return location === adminPaths.home ? <LoginPage /> : <ToLogin />
  return (
    <LeaveGuard>
      <Activity mode={login === 'open' ? 'visible' : 'hidden'}>
        <AdminShell>
          <FailureBoundary key={location}>
            <Switch>
              {screens.map(([path, page]) => (
                <Route key={path} path={path} component={page} />
              ))}
              <Route>
                <NotFound link={{ to: adminPaths.home, label: 'To the overview' }} />
              </Route>
            </Switch>
          </FailureBoundary>
        </AdminShell>
      </Activity>
      {login === 'ended' && <LoginAgain />}
      {/* The one that answers `confirm` for every screen; a question ends with the login. */}
      <ConfirmDialog key={login} />
    </LeaveGuard>
  )
}

function ToLogin() {
  return (
    <main className="grid min-h-svh place-items-center p-8">
      <h1 className="text-base font-normal tracking-normal text-mute">Redirecting...</h1>
      <Redirect to={adminPaths.home} replace />
    </main>
  )
}
