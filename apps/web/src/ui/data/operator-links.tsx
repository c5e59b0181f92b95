import { Images, ShieldX, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import {
  adminPaths,
  banNetworkPath,
  mediaPath,
  networkUsersPath,
  requestPath,
  trashPath,
  userPath,
} from '../../lib/operator/admin-paths.ts'
import { useIsAdmin } from '../../lib/operator/own-login.ts'
import { ButtonLink } from '../forms/button.tsx'

export const linkClass =
  '-my-2 inline-flex min-h-11 items-center py-2 text-not-ink underline underline-offset-4 [overflow-wrap:anywhere]'

type UserProps = { userId: number | null | undefined; username: string; onLeave?: () => void }

/** Links to the user, or shows plain text if there is no user id. */
export const UserLink = ({ userId, username, onLeave }: UserProps) =>
  typeof userId !== 'number' ? (
    username
  ) : (
    <Link href={userPath(userId)} onClick={onLeave} className={linkClass}>
      {username}
    </Link>
  )

type ItemProps = { mediaId: number; status?: 'live' | 'waiting' | 'trashed'; children: ReactNode }

/** Links to the item in the list for its status. */
export const ItemLink = ({ mediaId, status = 'live', children }: ItemProps) => (
  <Link href={`${mediaPath(mediaId)}${status === 'live' ? '' : `&status=${status}`}`} className={linkClass}>
    {children}
  </Link>
)

export const TrashLink = ({ name }: { name: string }) => (
  <Link href={trashPath(name)} className={linkClass}>
    {name} (in the trash)
  </Link>
)

/** Links to the networks with suspicious votes in the last day. */
export const IntegrityLink = ({ children }: { children: ReactNode }) =>
  useIsAdmin() ? (
    <Link href={`${adminPaths.integrity}?days=1&reason=network`} className={linkClass}>
      {children}
    </Link>
  ) : (
    children
  )

/** Links to the visitors of the network. */
export const NetworkLink = ({ network, children }: { network: string; children: ReactNode }) => (
  <Link href={networkUsersPath(network)} className={linkClass}>
    {children}
  </Link>
)

/** Hidden from moderators, who cannot ban networks. */
export const BanNetworkLink = ({ network }: { network: string }) =>
  useIsAdmin() && (
    <Link href={banNetworkPath(network)} className={linkClass}>
      Ban this network
    </Link>
  )

type RequestProps = { id: number; from?: 'queue'; children?: ReactNode }

export const RequestLink = ({ id, from, children = `Request #${id}` }: RequestProps) => (
  <Link href={requestPath(id, from)} className={linkClass}>
    {children}
  </Link>
)

const screens = {
  removedItems: ['Removed items', ShieldX],
  trash: ['Trash', Trash2],
  media: ['Media', Images],
} as const

export const ScreenLinks = ({ to, children }: { to: (keyof typeof screens)[]; children?: ReactNode }) => (
  <div className="flex flex-wrap gap-2">
    {to.map((screen) => {
      const [name, Icon] = screens[screen]
      return (
        <ButtonLink key={screen} href={adminPaths[screen]}>
          <Icon aria-hidden className="size-4" /> {name}
        </ButtonLink>
      )
    })}
    {children}
  </div>
)
