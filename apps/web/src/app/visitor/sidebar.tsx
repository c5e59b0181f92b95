import { ChevronsUpDown } from 'lucide-react'
import { Link } from 'wouter'
import { useSession } from '../../lib/session/session.ts'
import { ThemeSwitch } from '../../ui/forms/theme-switch.tsx'
import { Avatar } from '../../ui/media/avatar.tsx'
import { Logo } from '../../ui/media/logo.tsx'
import { AccountButton } from './account-button.tsx'
import { MainNavigation } from './main-navigation.tsx'

export const getDisplayName = ({ data: user, isError }: Pick<ReturnType<typeof useSession>, 'data' | 'isError'>) => {
  if (user === null) return 'Logged out'
  return user?.username || (isError ? 'Not connected' : 'Loading...')
}

export function Sidebar() {
  const session = useSession()
  const { data: user } = session
  return (
    <header className="sticky top-0 z-20 hidden h-svh w-[calc(--spacing(56)+var(--safe-left))] shrink-0 flex-col gap-6 overflow-y-auto border-r border-line bg-panel p-3.5 pl-[calc(--spacing(3.5)+var(--safe-left))] md:flex lg:w-[calc(--spacing(62)+var(--safe-left))]">
      <Link href="/" className="m-1.5 self-start rounded-control">
        <Logo />
      </Link>
      <MainNavigation
        name="label"
        className="flex flex-col gap-1"
        linkClassName="items-center gap-3 rounded-control px-3 font-medium text-mute transition-colors hover:bg-raised hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-text"
      />
      <div className="mt-auto flex flex-col gap-3">
        <AccountButton
          side="top"
          className="flex w-full items-center gap-2 rounded-card border border-line p-2 text-start transition-colors aria-expanded:bg-raised hover:bg-raised"
        >
          <Avatar username={user?.username} />
          <span className="min-w-0 flex-1 leading-tight">
            {user && <span className="sr-only">Account menu, </span>}
            <span className="block truncate font-semibold md:max-lg:text-sm">{getDisplayName(session)}</span>
            {(user || session.isPending) && <span className="block text-[13px] text-mute">Active</span>}
          </span>
          {user && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-mute max-lg:hidden" />}
        </AccountButton>
        {/* Below the account button, so the save hint covers nothing. */}
        <ThemeSwitch />
      </div>
    </header>
  )
}
