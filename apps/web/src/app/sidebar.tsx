import { clsx } from 'clsx'
import { Link, useLocation } from 'wouter'
import { useSession } from '../lib/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Logo } from '../ui/logo.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { destinations } from './navigation.ts'

/** The shell's left side on wide screens (`visitor.md §2`). */
export function Sidebar() {
  const [location] = useLocation()
  const { data: user } = useSession()
  return (
    <header className="sticky top-0 hidden h-svh w-56 shrink-0 flex-col gap-6 overflow-y-auto border-r border-line bg-panel p-3.5 md:flex lg:w-62">
      <Link href="/" className="m-1.5 self-start rounded-control">
        <Logo />
      </Link>
      <nav aria-label="Main" className="flex flex-col gap-1">
        {destinations.map(({ path, label, icon: Icon }) => (
          <Link
            key={path}
            href={path}
            aria-current={path === location ? 'page' : undefined}
            className={clsx(
              'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium transition-colors',
              path === location ? 'bg-raised text-text' : 'text-mute hover:bg-raised hover:text-text',
            )}
          >
            <Icon aria-hidden className="size-5" />
            {label}
          </Link>
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-3">
        <ThemeSwitch />
        <div className="flex items-center gap-3 rounded-card border border-line p-2.5">
          <Avatar username={user?.username} />
          <div className="min-w-0 leading-tight">
            <p className="truncate font-semibold">{user?.username || 'Loading...'}</p>
            <p className="text-[13px] text-mute">Active</p>
          </div>
        </div>
      </div>
    </header>
  )
}
