import { count } from '@hotvote/shared/counted'
import type { ShownUser } from '@hotvote/shared/user-page'
import { useQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link, useParams } from 'wouter'
import { date, dateTime } from '../../../lib/browser/format.ts'
import { useUrlState } from '../../../lib/browser/url-state.ts'
import { hasStatus } from '../../../lib/net/call-error.ts'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { Facts } from '../../../ui/data/facts.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { UserActs } from './user-acts.tsx'
import { Contact, UserBadges } from './user-columns.tsx'
import { userQuery } from './user-page.api.ts'
import { UserReports } from './user-reports.tsx'
import { UserSessions } from './user-sessions.tsx'
import { ActsSkeleton, UserSkeleton } from './user-skeletons.tsx'
import { UserTakedowns } from './user-takedowns.tsx'
import { UserUploads } from './user-uploads.tsx'
import { UserVotes } from './user-votes.tsx'

type PartName = 'uploads' | 'votes' | 'sessions' | 'takedowns' | 'reports'
type Part = { name: string; count: (user: ShownUser) => number; view: ComponentType<{ user: ShownUser }> }

/** What belongs to a user; one part is open at a time. */
const parts: Record<PartName, Part> = {
  uploads: { name: 'Uploads', count: ({ totalUploads }) => totalUploads, view: UserUploads },
  votes: { name: 'Votes', count: ({ votes }) => votes, view: UserVotes },
  sessions: { name: 'Sessions', count: ({ sessions }) => sessions, view: UserSessions },
  takedowns: { name: 'Takedowns', count: ({ takedowns }) => takedowns, view: UserTakedowns },
  reports: { name: 'Reports', count: ({ reports }) => reports, view: UserReports },
}
const partNames = Object.keys(parts) as PartName[]
const DEFAULTS = { show: 'uploads', cursor: '' }

function useOpenPart() {
  const [{ show }, change] = useUrlState(DEFAULTS)
  return {
    openPart: partNames.find((name) => name === show) ?? 'uploads',
    open: (name: PartName) => change({ show: name, cursor: '' }),
  }
}

/** All about one user, and what the operator may do about them. */
export function UserPage() {
  const { id = '' } = useParams()
  const query = useQuery(userQuery(id))
  const { openPart } = useOpenPart()
  const { data: user, error } = query
  const isUnknown = hasStatus(error, 400, 404)
  return (
    <AdminPage
      title={user?.username ?? `User #${id}`}
      purpose={user ? `User #${user.id}, here since ${date(user.createdAt)}.` : 'All about one user.'}
      action={user ? !user.isDeleted && <UserActs user={user} /> : !error && <ActsSkeleton />}
    >
      {isUnknown ? (
        <Empty icon={UserX} title="There is no such user">
          <Link href={adminPaths.users} className="inline-flex min-h-11 items-center text-not-ink underline">
            To all users
          </Link>
        </Empty>
      ) : (
        <QueryView
          query={query}
          errorTitle="The user could not be loaded"
          loading={<UserSkeleton isOfUploads={openPart === 'uploads'} />}
        >
          {(loaded) => <UserDetails user={loaded} />}
        </QueryView>
      )}
    </AdminPage>
  )
}

function UserDetails({ user }: { user: ShownUser }) {
  return (
    <>
      {user.isDeleted && (
        <p className="rounded-control bg-warn p-3.5 text-warn-ink">
          This account was deleted. Its votes and files are being erased.
        </p>
      )}
      {user.blockedAt && (
        <p role="status" className="rounded-control bg-warn p-3.5 text-warn-ink">
          <strong>Blocked</strong> since {dateTime(user.blockedAt)}: they can look, but not vote, upload or report.
        </p>
      )}
      {user.isSetAside && (
        <p role="status" className="rounded-control bg-warn p-3.5 text-warn-ink">
          <strong>Set aside</strong>: their votes are not counted.
        </p>
      )}
      <Card>
        <Facts
          className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4 [&_dt]:text-sm"
          facts={[
            ['E-mail address', <Contact key="contact" user={user} />],
            ['Last login', user.lastLoginAt === null ? 'Never' : dateTime(user.lastLoginAt)],
            ['Logins', count(user.loginCount)],
            ['Views', count(user.totalViews)],
          ]}
        />
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          <UserBadges user={user} />
        </div>
      </Card>
      <Parts user={user} />
    </>
  )
}

function Parts({ user }: { user: ShownUser }) {
  const { openPart, open } = useOpenPart()
  const View = parts[openPart].view
  return (
    <>
      <nav aria-label={`Of ${user.username}`} className="flex flex-wrap gap-2">
        {partNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === openPart ? 'true' : undefined}
            onClick={() => open(name)}
            className="min-h-11 rounded-control border border-line px-4 font-medium text-mute hover:bg-raised aria-[current=true]:bg-raised aria-[current=true]:text-text"
          >
            {parts[name].name} <span className="font-normal">{count(parts[name].count(user))}</span>
          </button>
        ))}
      </nav>
      <View user={user} />
    </>
  )
}
