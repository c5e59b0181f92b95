import { clsx } from 'clsx'
import { Link } from 'wouter'
import { paths } from '../../lib/session/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { ThemeButton } from '../../ui/forms/theme-switch.tsx'
import { Avatar } from '../../ui/media/avatar.tsx'
import { Logo } from '../../ui/media/logo.tsx'
import { AccountButton } from './account-button.tsx'
import { MainNavigation } from './main-navigation.tsx'
import { getDisplayName } from './sidebar.tsx'

export function PhoneHeader() {
  const session = useSession()
  const { data: user } = session
  return (
    <header className="flex h-(--header-height) items-center justify-between bg-panel pr-[calc(--spacing(2.5)+var(--safe-right))] pl-[calc(--spacing(4)+var(--safe-left))] md:hidden">
      <Link href={paths.rate} className="rounded-control">
        <Logo />
      </Link>
      <div className="flex items-center">
        <ThemeButton />
        <AccountButton side="bottom" className="grid size-11 place-items-center rounded-full">
          <Avatar username={user?.username} />
          <span className="sr-only">{user ? `Account menu, ${user.username}` : getDisplayName(session)}</span>
        </AccountButton>
      </div>
    </header>
  )
}

/** Hides while the visitor scrolls down (`visitor.md §2`). */
export const BottomBar = () => (
  <MainNavigation
    name="short"
    className={clsx(
      'fixed inset-x-0 bottom-0 z-20 flex h-(--bar-height) border-t border-line bg-panel px-safe pb-[env(safe-area-inset-bottom)]',
      'transition-transform not-low:bar-hidden:translate-y-full low:static md:hidden',
    )}
    linkClassName="flex-1 flex-col items-center justify-center gap-1 text-[11px] font-semibold text-mute -outline-offset-4 aria-[current=page]:text-hot-ink"
  />
)
