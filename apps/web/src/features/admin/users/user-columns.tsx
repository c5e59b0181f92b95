import { count, counted } from '@hotvote/shared/counted'
import type { ListedUser } from '@hotvote/shared/operator/users'
import { clsx } from 'clsx'
import { Eye, Images, type LucideIcon, Vote } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { adminPaths, userPath } from '../../../lib/operator/admin-paths.ts'
import { Ago } from '../../../ui/data/ago.tsx'
import { Badge, TakenDown } from '../../../ui/data/badge.tsx'
import type { Column } from '../../../ui/data/table-selection.tsx'

const Nothing = ({ children = '–' }: { children?: ReactNode }) => <span className="text-mute">{children}</span>

/** Formats coordinates with two decimals (`admin.md §9`). */
const formatPlace = ({ latitude, longitude }: ListedUser) =>
  latitude === null || longitude === null ? <Nothing /> : `${latitude.toFixed(2)}, ${longitude.toFixed(2)}`

export const UserBadges = ({ user }: { user: ListedUser }) => (
  <>
    {user.isSynthetic && <Badge>Synthetic</Badge>}
    <TakenDown items={user.takenDownItems} />
    {user.isDeleted && <Badge tone="warn">Being deleted</Badge>}
  </>
)

const Name = ({ user }: { user: ListedUser }) => (
  <span className="flex flex-wrap items-center gap-x-2">
    <Link
      href={userPath(user.id)}
      className="-my-2 inline-flex min-h-11 min-w-0 py-2 items-center font-semibold hover:underline focus-visible:-outline-offset-2"
    >
      {user.username}
    </Link>
    {user.isBlocked && <Badge tone="danger">Blocked</Badge>}
    <UserBadges user={user} />
  </span>
)

/** Email address of the user, marked if it is unconfirmed. */
export const Contact = ({ user: { email, emailVerified } }: { user: ListedUser }) =>
  email === null ? (
    <Nothing />
  ) : (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="min-w-0">{email}</span>
      {emailVerified ? <Badge tone="ok">Saved</Badge> : <Badge tone="warn">Not verified</Badge>}
    </span>
  )

function Figure({ icon: Icon, value, noun }: { icon: LucideIcon; value: number; noun: string }) {
  return (
    <span className="inline-flex items-center gap-1" title={counted(value, noun)}>
      <Icon aria-hidden className="size-4 text-mute" />
      <span aria-hidden>{count(value)}</span>
      <span className="sr-only">{counted(value, noun)}</span>
    </span>
  )
}

const Activity = ({ user }: { user: ListedUser }) => {
  const uploads = <Figure icon={Images} value={user.totalUploads} noun="upload" />
  return (
    <span className="flex shrink-0 flex-wrap items-center gap-x-3">
      {user.totalUploads === 0 ? (
        uploads
      ) : (
        <Link
          href={`${adminPaths.media}?userId=${user.id}`}
          aria-label={`Media of ${user.username}: ${counted(user.totalUploads, 'upload')}`}
          className="-m-2 inline-flex min-h-11 min-w-11 items-center rounded-control p-2 text-not-ink underline underline-offset-4 hover:bg-raised focus-visible:-outline-offset-2"
        >
          {uploads}
        </Link>
      )}
      <Figure icon={Vote} value={user.totalVotes} noun="vote" />
      {/* Leaves room for an email address on phones. */}
      <span className="group-data-card:hidden">
        <Figure icon={Eye} value={user.totalViews} noun="view" />
      </span>
    </span>
  )
}

/** Two-line card for phones. The user page shows the other values. */
export const UserCard = ({ user }: { user: ListedUser }) => (
  <>
    <span className="flex items-center justify-between gap-3">
      <span className="min-w-0 wrap-anywhere">
        <Name user={user} />
      </span>
      <span className="shrink-0 text-sm text-mute">
        joined <Ago at={user.createdAt} />
      </span>
    </span>
    <span className="flex items-center justify-between gap-3 text-sm">
      <span className={clsx('min-w-0 wrap-anywhere', user.email === null && 'text-mute')}>
        {user.email ?? 'No e-mail'}
      </span>
      <Activity user={user} />
    </span>
  </>
)

/** Columns of the user list (`admin.md §2`). */
export const userColumns: Column<ListedUser>[] = [
  {
    id: 'username',
    header: 'User',
    width: 146,
    isSortable: true,
    firstOrder: 'asc',
    cell: (user) => <Name user={user} />,
  },
  {
    id: 'email',
    header: 'Contact',
    width: 190,
    isSortable: true,
    firstOrder: 'asc',
    cell: (user) => <Contact user={user} />,
  },
  { id: 'location', header: 'Location', width: 118, isSortable: true, cell: formatPlace },
  { id: 'activity', header: 'Activity', width: 174, isSortable: true, cell: (user) => <Activity user={user} /> },
  {
    id: 'lastLoginAt',
    header: 'Last Login',
    width: 124,
    isSortable: true,
    cell: ({ lastLoginAt }) => (lastLoginAt === null ? <Nothing>Never</Nothing> : <Ago at={lastLoginAt} />),
  },
  {
    id: 'loginCount',
    header: 'Logins',
    width: 88,
    align: 'end',
    isSortable: true,
    cell: ({ loginCount }) => count(loginCount),
  },
  {
    id: 'createdAt',
    header: 'Joined',
    width: 124,
    isSortable: true,
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
]
