import { parseItemId } from '@hotvote/shared/item-address'
import { clsx } from 'clsx'
import { ChartNoAxesColumn, ChevronsUpDown, Flame, type LucideIcon, Shield, Upload, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useStoredVotes } from '../../features/rate/use-rating.ts'
import { lazyComponent } from '../../lib/api/lazy-component.tsx'
import { paths } from '../../lib/session/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { toastNotLoaded, uploadProgress } from '../../lib/session/work-under-way.ts'
import { Avatar } from '../../ui/media/avatar.tsx'
import { Logo } from '../../ui/media/logo.tsx'
import { lazyWhenIdle } from '../lazy-when-idle.ts'
import { SkipLink, useFocusOnNavigation } from '../main-focus.tsx'
import { prefetchScreens } from '../screens.ts'
import { useBarHidden } from './use-bar-hidden.ts'
import { WelcomeBack } from './welcome-back.tsx'

type Destination = { path: string; label: string; short: string; icon: LucideIcon }

/** Visitor screens, in the order of `visitor.md §2`. */
const destinations: Destination[] = [
  { path: paths.rate, label: 'Rate Photos', short: 'Rate', icon: Flame },
  { path: paths.upload, label: 'Upload Media', short: 'Upload', icon: Upload },
  { path: paths.stats, label: 'My Stats', short: 'Stats', icon: ChartNoAxesColumn },
  { path: paths.profile, label: 'Edit Profile', short: 'Profile', icon: UserRound },
  { path: paths.takedown, label: 'DMCA Takedown', short: 'DMCA', icon: Shield },
]

type NavigationProps = {
  name: 'label' | 'short'
  className: string
  labelClassName?: string
  linkClassName: string
}

function MainNavigation({ name, className, labelClassName, linkClassName }: NavigationProps) {
  const [location] = useLocation()
  // An item's page is part of the Rate screen.
  const screen = parseItemId(location) === undefined ? location : paths.rate
  return (
    <nav aria-label="Main" className={className}>
      {destinations.map(({ path, icon: Icon, ...names }) => (
        <Link
          key={path}
          href={path}
          aria-current={path === screen ? 'page' : undefined}
          className={`flex min-h-11 ${linkClassName}`}
        >
          {path === paths.upload ? <UploadIcon /> : <Icon aria-hidden className="size-5" />}
          <span data-short={names.short} className={labelClassName}>
            {names[name]}
          </span>
        </Link>
      ))}
    </nav>
  )
}

/** Minimum filled part of the ring in degrees, so a new upload is visible immediately. */
const LEAST_TURN = 20

/** Upload icon with a progress ring, visible on every screen. */
function UploadIcon() {
  const percent = uploadProgress.use()
  if (percent === null) return <Upload aria-hidden className="size-5" />
  const turn = Math.max(LEAST_TURN, percent * 3.6)
  return (
    <span className="relative grid size-5 place-items-center">
      <span
        className="ring-mask absolute -inset-1.5 rounded-full"
        style={{ background: `conic-gradient(var(--color-hot-ink) ${turn}deg, var(--color-edge) 0)` }}
      />
      <Upload aria-hidden className="size-3.5" />
      <span className="sr-only">Uploading, </span>
    </span>
  )
}

const UserMenu = lazyComponent(async () => (await import('../../features/account/user-menu.tsx')).UserMenu)

type AccountProps = { children: ReactNode; side: 'top' | 'bottom'; className: string }

/** Button for the user menu, which loads on hover or focus so that it does not delay the photo. */
function AccountButton({ children, side, className }: AccountProps) {
  const { data: user } = useSession()
  /** Undefined until the menu's own button replaces this one. */
  const [isOpen, setOpen] = useState<boolean>()
  const show = () => setOpen(true)
  if (!user) return <div className={className}>{children}</div>
  if (isOpen !== undefined)
    return (
      <UserMenu isOpen={isOpen} onOpenChange={setOpen} side={side} className={className}>
        {children}
      </UserMenu>
    )
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      className={className}
      onPointerEnter={UserMenu.prefetch}
      onFocus={UserMenu.prefetch}
      onClick={() => void UserMenu.fetch().then(show, () => toastNotLoaded('The menu'))}
    >
      {children}
    </button>
  )
}

const getDisplayName = ({ data: user, isError }: Pick<ReturnType<typeof useSession>, 'data' | 'isError'>) => {
  if (user === null) return 'Logged out'
  return user?.username || (isError ? 'Not connected' : 'Loading...')
}

function Sidebar() {
  const session = useSession()
  const { data: user } = session
  return (
    <header className="sticky top-0 z-20 hidden h-svh w-(--sidebar-width) shrink-0 flex-col gap-6 overflow-y-auto border-r border-line bg-panel p-3.5 pl-[calc(--spacing(3.5)+var(--safe-left))] md:flex low:gap-2 low:p-1.5 low:pl-[calc(--spacing(1.5)+var(--safe-left))]">
      <Link href="/" className="m-1.5 self-start rounded-control low:hidden">
        <Logo />
      </Link>
      <MainNavigation
        name="label"
        className="flex flex-col gap-1"
        // The collapsed sidebar shows the labels of the bottom bar.
        labelClassName="low:text-[0px] low:after:text-[11px] low:after:content-[attr(data-short)]"
        linkClassName="items-center gap-3 rounded-control px-3 font-medium text-mute transition-colors hover:bg-raised hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-text low:min-h-13 low:flex-col low:justify-center low:gap-1 low:px-0 low:font-semibold"
      />
      <div className="mt-auto flex flex-col gap-3">
        {/* Above the account button, which the save hint points at. */}
        <SiteLinks className="px-1 low:hidden" />
        <AccountButton
          side="top"
          className="flex w-full items-center gap-2 rounded-card border border-line p-2 text-start transition-colors aria-expanded:bg-raised hover:bg-raised low:justify-center low:border-0"
        >
          <Avatar username={user?.username} />
          <span className="min-w-0 flex-1 leading-tight low:sr-only">
            {user && <span className="sr-only">Account menu, </span>}
            <span className="block truncate font-semibold md:max-lg:text-sm">{getDisplayName(session)}</span>
            {(user || session.isPending) && <span className="block text-[13px] text-mute">Active</span>}
          </span>
          {user && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-mute max-lg:hidden low:hidden" />}
        </AccountButton>
      </div>
    </header>
  )
}

const SiteLinks = lazyWhenIdle(async () => (await import('../../features/site-texts/site-links.tsx')).SiteLinks)

const SaveHint = lazyWhenIdle(async () => (await import('./save-hint.tsx')).SaveHint)

function PhoneHeader() {
  const session = useSession()
  const { data: user } = session
  return (
    <header className="flex h-(--header-height) items-center justify-between bg-panel pr-[calc(--spacing(2.5)+var(--safe-right))] pl-[calc(--spacing(4)+var(--safe-left))] md:hidden">
      <Link href={paths.rate} className="rounded-control">
        <Logo />
      </Link>
      <AccountButton side="bottom" className="grid size-11 place-items-center rounded-full">
        <Avatar username={user?.username} />
        <span className="sr-only">{user ? `Account menu, ${user.username}` : getDisplayName(session)}</span>
      </AccountButton>
    </header>
  )
}

/** Navigation bar at the bottom, hidden while the visitor scrolls down (`visitor.md §2`). */
const BottomBar = () => (
  <MainNavigation
    name="short"
    className={clsx(
      'fixed inset-x-0 bottom-0 z-20 flex h-(--bar-height) border-t border-line bg-panel px-safe pb-[env(safe-area-inset-bottom)]',
      'transition-transform not-low:bar-hidden:translate-y-full low:static md:hidden',
    )}
    linkClassName="flex-1 flex-col items-center justify-center gap-1 text-[11px] font-semibold text-mute -outline-offset-4 aria-[current=page]:text-hot-ink"
  />
)

/** Layout of the visitor screens: sidebar from 768 px, top and bottom bar on narrower screens (`visitor.md §2`). */
export function VisitorShell({ children }: { children: ReactNode }) {
  const barHidden = useBarHidden()
  const main = useFocusOnNavigation()
  const [location] = useLocation()
  const isRateScreen = location === paths.rate || parseItemId(location) !== undefined
  useStoredVotes()
  useEffect(prefetchScreens, [])
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
        {!isRateScreen && <SiteLinks className="mt-auto px-4 pt-6 pb-4 md:not-low:hidden" />}
      </main>
      <BottomBar />
      <WelcomeBack />
    </div>
  )
}
