import { Lock } from 'lucide-react'
import { Activity, type ComponentType, type ReactNode } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { LoginAgain, LoginPage, useWantedScreen, wantedScreen } from '../../features/admin/login/login-page.tsx'
import { adminPaths, isModeratorPath } from '../../lib/operator/admin-paths.ts'
import { useOperatorLogin } from '../../lib/operator/operator.ts'
import { useRole } from '../../lib/operator/own-login.ts'
import { AdminPage } from '../../ui/data/admin-page.tsx'
import { Empty } from '../../ui/feedback/query-view.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm.tsx'
import { FailureBoundary } from '../failure-boundary.tsx'
import { LeaveGuard } from '../leave-guard.tsx'
import { lazyScreen } from '../loading-screen.tsx'
import { NotFound } from '../not-found.tsx'
import { AdminShell } from './admin-shell.tsx'

const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazyScreen(async () => (await load())[name])

const SiteHealthPage = page(() => import('../../features/admin/database/site-health-page.tsx'), 'SiteHealthPage')

const OwnLoginPage = page(() => import('../../features/admin/operators/own-login-page.tsx'), 'OwnLoginPage')

const screens: [path: string, screen: ComponentType][] = [
  [adminPaths.home, page(() => import('../../features/admin/overview/overview-page.tsx'), 'OverviewPage')],
  [adminPaths.queue, page(() => import('../../features/admin/review-queue/queue-page.tsx'), 'QueuePage')],
  [adminPaths.review, page(() => import('../../features/admin/review/review-page.tsx'), 'ReviewPage')],
  [adminPaths.media, page(() => import('../../features/admin/media/media-page.tsx'), 'MediaPage')],
  [adminPaths.trash, page(() => import('../../features/admin/media/trash-page.tsx'), 'TrashPage')],
  [
    adminPaths.removedItems,
    page(() => import('../../features/admin/removed-items/removed-items-page.tsx'), 'RemovedItemsPage'),
  ],
  [adminPaths.users, page(() => import('../../features/admin/users/users-page.tsx'), 'UsersPage')],
  [`${adminPaths.users}/:id`, page(() => import('../../features/admin/users/user-page.tsx'), 'UserPage')],
  [adminPaths.integrity, page(() => import('../../features/admin/vote-review/integrity-page.tsx'), 'IntegrityPage')],
  [adminPaths.bucket, page(() => import('../../features/admin/bucket/bucket-page.tsx'), 'BucketPage')],
  [adminPaths.dmca, page(() => import('../../features/admin/takedowns/takedowns-page.tsx'), 'TakedownsPage')],
  [adminPaths.access, page(() => import('../../features/admin/access/access-page.tsx'), 'AccessPage')],
  [
    adminPaths.trafficHandlers,
    page(() => import('../../features/admin/traffic-handlers/traffic-handlers-page.tsx'), 'TrafficHandlersPage'),
  ],
  [adminPaths.siteTexts, page(() => import('../../features/admin/site-texts/site-texts-page.tsx'), 'SiteTextsPage')],
  [adminPaths.ads, page(() => import('../../features/admin/ads/ads-page.tsx'), 'AdsPage')],
  [
    adminPaths.emailCapture,
    page(() => import('../../features/admin/email-capture/email-capture-page.tsx'), 'EmailCapturePage'),
  ],
  [
    adminPaths.voteMultiplier,
    page(() => import('../../features/admin/vote-multiplier/vote-multiplier-page.tsx'), 'VoteMultiplierPage'),
  ],
  [
    adminPaths.populateVotes,
    page(() => import('../../features/admin/population/population-page.tsx'), 'PopulationPage'),
  ],
  [
    adminPaths.exportVotes,
    page(() => import('../../features/admin/vote-export/vote-export-page.tsx'), 'VoteExportPage'),
  ],
  [adminPaths.operators, page(() => import('../../features/admin/operators/operators-page.tsx'), 'OperatorsPage')],
  [adminPaths.health, page(() => import('../../features/admin/health/health-page.tsx'), 'HealthPage')],
  [adminPaths.siteHealth, SiteHealthPage],
  [adminPaths.siteHealthAlias, SiteHealthPage],
  [adminPaths.ownLogin, OwnLoginPage],
  [adminPaths.logs, page(() => import('../../features/admin/logs/logs-page.tsx'), 'LogsPage')],
]

const isHome = (location: string) => location.replace(/\/$/, '') === adminPaths.home

/** When the login expires, the screen stays mounted but hidden until the next login (docs/decisions/013). */
export function AdminRoutes() {
  const [location] = useLocation()
  const login = useOperatorLogin()
  const wanted = useWantedScreen()
  if (login === 'none') return isHome(location) ? <LoginPage /> : <RedirectToLogin />
  // Open the requested screen if the operator has logged in from another tab.
  if (login === 'open' && wanted !== undefined) return <Redirect to={wanted} replace />
  return (
    <LeaveGuard>
      <Activity mode={login === 'open' ? 'visible' : 'hidden'}>
        <AdminShell>
          <FailureBoundary key={location}>
            <ByRole>
              <Switch>
                {screens.map(([path, screen]) => (
                  <Route key={path} path={path} component={screen} />
                ))}
                <Route>
                  <NotFound link={{ to: adminPaths.home, label: 'Go to the overview' }} />
                </Route>
              </Switch>
            </ByRole>
          </FailureBoundary>
        </AdminShell>
      </Activity>
      {login === 'ended' && <LoginAgain />}
      {/* All screens share this dialog for `confirm` questions. The key closes the dialog on logout. */}
      <ConfirmDialog key={login} />
    </LeaveGuard>
  )
}

/** Moderators start at the queue. If a required second factor is missing, every path leads to its setup. */
function ByRole({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  const role = useRole()
  if (role === 'self') return <OwnLoginPage />
  if (role === 'admin' || isModeratorPath(location)) return children
  if (isHome(location)) return <Redirect to={adminPaths.queue} replace />
  return (
    <AdminPage title="Admins only" purpose="You're a moderator. Ask an admin if you need access to this page.">
      <Empty icon={Lock} title="Only admins can open this page">
        <Link href={adminPaths.queue} className="inline-flex min-h-11 items-center text-not-ink underline">
          To the queue
        </Link>
      </Empty>
    </AdminPage>
  )
}

function RedirectToLogin() {
  return (
    <main className="grid min-h-svh place-items-center p-8">
      <h1 className="text-base font-normal tracking-normal text-mute">Redirecting...</h1>
      <Redirect to={adminPaths.home} replace state={wantedScreen()} />
    </main>
  )
}
