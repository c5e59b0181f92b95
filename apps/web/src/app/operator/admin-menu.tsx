import { count } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CircleUserRound, LogOut } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link, useLocation } from 'wouter'
import { queryClient } from '../../lib/api/query-client.ts'
import { adminPaths } from '../../lib/operator/admin-paths.ts'
import { endLogin } from '../../lib/operator/call-as-operator.ts'
import { ownLoginQuery } from '../../lib/operator/own-login.ts'
import { useWaiting, useWaitingUploads } from '../../lib/operator/queue-count.ts'
import { ThemeSwitch } from '../../ui/forms/theme-switch.tsx'
import { Logo } from '../../ui/media/logo.tsx'
import { mayLeave } from '../leave-guard.tsx'
import { type AdminGroup, useAdminGroups } from './admin-navigation.ts'

export function useOperatorLogout() {
  const [, navigate] = useLocation()
  return async () => {
    if (!(await mayLeave())) return
    endLogin()
    // Clear the cache, so the next person to use this browser can't see the operator's data.
    queryClient.clear()
    navigate(adminPaths.home)
  }
}

const linkClass =
  'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-mute transition-colors hover:bg-raised hover:text-text lg:pointer-fine:min-h-7.5'

/** Scrolls the current page's link into view if the menu is taller than the screen. */
const showCurrent = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: 'nearest' })

type MenuProps = {
  onLeave?: () => void
  children?: ReactNode
}

export function AdminMenu({ onLeave, children }: MenuProps) {
  return (
    <>
      <div className="mx-1.5 mt-1.5 flex shrink-0 items-center justify-between">
        <Link href={adminPaths.home} onClick={onLeave} className="flex items-baseline gap-2 rounded-control">
          <Logo />
          <span className="text-sm text-mute">admin</span>
        </Link>
        {children}
      </div>
      <nav aria-label="Admin" className="-mx-1.5 flex min-h-40 flex-1 flex-col gap-3.5 overflow-y-auto px-1.5">
        {useAdminGroups().map((group) => (
          <Group key={group.name} {...group} onLeave={onLeave} />
        ))}
      </nav>
      <div className="flex shrink-0 flex-col gap-2">
        <ThemeSwitch />
        <div className="flex">
          <OwnLogin onLeave={onLeave} />
          <Logout onLeave={onLeave} />
        </div>
      </div>
    </>
  )
}

type GroupProps = AdminGroup & { onLeave: (() => void) | undefined }

function Group({ name, destinations, onLeave }: GroupProps) {
  const [location] = useLocation()
  const id = useId()
  return (
    <div>
      <h2 id={id} className="px-3 text-[13px] font-semibold tracking-normal text-mute">
        {name}
      </h2>
      <ul aria-labelledby={id} className="flex flex-col">
        {destinations.map(({ path, aliases = [], label, icon: Icon }) => {
          const isBelow = path !== adminPaths.home && location.startsWith(`${path}/`)
          const isHere = location === path || aliases.includes(location) || isBelow
          return (
            <li key={path}>
              <Link
                ref={isHere ? showCurrent : null}
                href={path}
                onClick={onLeave}
                aria-current={isHere ? 'page' : undefined}
                className={clsx(linkClass, isHere && 'bg-raised text-text')}
              >
                <Icon aria-hidden className="size-5" />
                {label}
                {path === adminPaths.queue && <WaitingDecisions />}
                {path === adminPaths.review && <WaitingUploads />}
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export function WaitingLink() {
  if (!useWaiting()) return null
  return (
    <Link
      href={adminPaths.queue}
      className="flex min-h-11 min-w-11 items-center rounded-control px-1.5 hover:bg-raised"
    >
      <WaitingDecisions />
    </Link>
  )
}

const WaitingDecisions = () => <Waiting waiting={useWaiting()} />
const WaitingUploads = () => <Waiting waiting={useWaitingUploads()} />

function Waiting({ waiting }: { waiting: number | undefined }) {
  if (!waiting) return null
  return (
    <span className="ml-auto rounded-full bg-raised px-2 text-[13px] font-semibold text-text">
      {count(waiting)}
      <span className="sr-only"> waiting</span>
    </span>
  )
}

function OwnLogin({ onLeave }: { onLeave: (() => void) | undefined }) {
  const [location] = useLocation()
  const { data } = useQuery(ownLoginQuery)
  const isHere = location === adminPaths.ownLogin
  return (
    <Link
      href={adminPaths.ownLogin}
      onClick={onLeave}
      title={data?.name ?? 'Your login'}
      aria-current={isHere ? 'page' : undefined}
      className={clsx(linkClass, 'min-w-0 flex-1', isHere && 'bg-raised text-text')}
    >
      <CircleUserRound aria-hidden className="size-5 shrink-0" />
      <span className={data ? 'sr-only' : 'truncate'}>Your login</span>
      <span className="truncate">{data?.name}</span>
    </Link>
  )
}

function Logout({ onLeave }: { onLeave: (() => void) | undefined }) {
  const logout = useOperatorLogout()
  return (
    <button
      type="button"
      onClick={() => {
        onLeave?.()
        void logout()
      }}
      className={linkClass}
    >
      <LogOut aria-hidden className="size-5" />
      Logout
    </button>
  )
}
