import { count } from '@hotvote/shared/counted'
import { type LibraryItem, listMedia } from '@hotvote/shared/operator/media-library'
import {
  LATEST_OF_USER,
  listUserVotes,
  type ShownUser,
  type SoughtItem,
  type UserReport,
  type UserVote,
} from '@hotvote/shared/operator/user-page'
import { useQuery } from '@tanstack/react-query'
import { Flag, Images, MonitorSmartphone, ShieldCheck, Vote } from 'lucide-react'
import { Link } from 'wouter'
import { date } from '../../../lib/browser/format.ts'
import { adminPaths, mediaPath } from '../../../lib/operator/admin-paths.ts'
import { reportReasons } from '../../../lib/operator/moderation.ts'
import { Ago } from '../../../ui/data/ago.tsx'
import { Badge, StatusBadge } from '../../../ui/data/badge.tsx'
import { ListTable } from '../../../ui/data/list-table.tsx'
import { ItemLink, RequestLink, TrashLink, UserLink } from '../../../ui/data/operator-links.tsx'
import { CardGrid, CardGridSkeleton, usePageStart } from '../../../ui/data/pager.tsx'
import { Empty, QueryView } from '../../../ui/feedback/query-view.tsx'
import { SkeletonRow } from '../../../ui/feedback/skeleton.tsx'
import { Thumbnail } from '../../../ui/media/thumbnail.tsx'
import {
  userReportsQuery,
  userSessionsQuery,
  userTakedownsQuery,
  userUploadsQuery,
  userVotesQuery,
} from './users.api.ts'

export function UserUploads({ user }: { user: ShownUser }) {
  const cursor = usePageStart(listMedia)
  const query = useQuery(userUploadsQuery(user.id, cursor))
  return (
    <QueryView query={query} errorTitle="The uploads could not be loaded" loading={<CardGridSkeleton />}>
      {({ items, next }) => (
        <>
          {items.length > 0 && (
            <Link
              href={`${adminPaths.media}?userId=${user.id}`}
              className="-mb-2 inline-flex min-h-11 items-center self-start text-not-ink underline underline-offset-4"
            >
              Select and remove in Media
            </Link>
          )}
          <CardGrid
            label="Uploads"
            card={(item) => <UploadCard item={item} />}
            empty={<Empty icon={Images} title="No uploads" />}
            isLoading={query.isPlaceholderData}
            {...{ items, cursor, next }}
          />
        </>
      )}
    </QueryView>
  )
}

const UploadCard = ({ item }: { item: LibraryItem }) => (
  <Link
    href={mediaPath(item.id)}
    className="block overflow-hidden rounded-card border border-line bg-panel hover:bg-raised focus-visible:-outline-offset-4"
  >
    <Thumbnail item={item} />
    <span className="block px-3 py-2">
      <span className="block truncate font-semibold" title={item.originalName}>
        {item.originalName}
      </span>
      <span className="block text-xs text-mute">{date(item.uploadedAt)}</span>
      <span className="block truncate text-sm">
        {count(item.hotVotes)} Hot · {count(item.notVotes)} Not
      </span>
    </span>
  </Link>
)

export const ActsSkeleton = () => (
  <div aria-hidden>
    <SkeletonRow
      className="flex flex-wrap gap-2"
      boxes={[
        'h-11 w-27 rounded-control',
        'h-11 w-24 rounded-control',
        'h-11 w-42 rounded-control',
        'h-11 w-43 rounded-control',
      ]}
    />
  </div>
)

type Props = { user: ShownUser }

const latestOnly = (total: number) =>
  total > LATEST_OF_USER ? () => `The latest ${LATEST_OF_USER} of ${count(total)}` : undefined

const Rated = ({ vote }: { vote: UserVote }) => (
  <span className="flex items-center gap-3">
    <span className="w-14 shrink-0 overflow-hidden rounded-md">
      <Thumbnail item={vote} />
    </span>
    <ItemLink mediaId={vote.id}>{vote.originalName}</ItemLink>
  </span>
)

export const UserVotes = ({ user }: Props) => (
  <ListTable
    query={useQuery(userVotesQuery(user.id, usePageStart(listUserVotes)))}
    errorTitle="The votes could not be loaded"
    label="Votes"
    columns={[
      { id: 'item', header: 'Item', width: 280, cell: (vote) => <Rated vote={vote} /> },
      {
        id: 'vote',
        header: 'Vote',
        width: 180,
        cell: ({ isHot }) => <span className="font-semibold">{isHot ? 'Hot' : 'Not'}</span>,
      },
      { id: 'votedAt', header: 'When', width: 200, cell: ({ votedAt }) => <Ago at={votedAt} /> },
    ]}
    getKey={({ id }) => id}
    empty={<Empty icon={Vote} title="No votes" />}
  />
)

export const UserSessions = ({ user }: Props) => (
  <ListTable
    query={useQuery({
      ...userSessionsQuery(user.id),
      select: (sessions) => sessions.map((session, n) => ({ ...session, number: n + 1 })),
    })}
    errorTitle="The sessions could not be loaded"
    label="Sessions"
    head={latestOnly(user.sessions)}
    columns={[
      { id: 'device', header: 'Device', width: 130, cell: ({ number }) => `Browser ${number}` },
      { id: 'seenAt', header: 'Last seen', width: 200, cell: ({ seenAt }) => <Ago at={seenAt} /> },
      { id: 'createdAt', header: 'Since', width: 200, cell: ({ createdAt }) => <Ago at={createdAt} /> },
      {
        id: 'network',
        header: 'Network',
        width: 120,
        cell: ({ network }) => network ?? <span className="text-mute">Not known</span>,
      },
    ]}
    getKey={({ number }) => number}
    empty={<Empty icon={MonitorSmartphone} title="Not logged in anywhere" />}
  />
)

function Sought({ mediaId, originalName, place }: SoughtItem) {
  if (place === 'library') return <ItemLink mediaId={mediaId}>{originalName}</ItemLink>
  if (place === 'trash') return <TrashLink name={originalName} />
  return <span className="text-mute">{originalName} (gone)</span>
}

export const UserTakedowns = ({ user }: Props) => (
  <ListTable
    query={useQuery(userTakedownsQuery(user.id))}
    errorTitle="The takedown requests could not be loaded"
    label="Takedown requests"
    head={latestOnly(user.takedowns)}
    columns={[
      { id: 'id', header: 'Request', width: 110, cell: ({ id }) => <RequestLink id={id} /> },
      { id: 'status', header: 'Status', width: 110, cell: ({ status }) => <StatusBadge status={status} /> },
      {
        id: 'work',
        header: 'Work',
        width: 280,
        cell: ({ workDescription }) => <span className="line-clamp-2">{workDescription}</span>,
      },
      { id: 'item', header: 'Item', width: 220, cell: ({ item }) => (item === null ? 'Gone' : <Sought {...item} />) },
      { id: 'createdAt', header: 'Filed', width: 120, cell: ({ createdAt }) => <Ago at={createdAt} /> },
    ]}
    getKey={({ id }) => id}
    empty={<Empty icon={ShieldCheck} title="No takedown requests" />}
  />
)

const Reporter = ({ report: { reporter }, user }: Props & { report: UserReport }) => {
  if (reporter === null) return <span className="text-mute">Deleted user</span>
  return reporter.userId === user.id ? <strong>This user</strong> : <UserLink {...reporter} />
}

export const UserReports = ({ user }: Props) => (
  <ListTable
    query={useQuery(userReportsQuery(user.id))}
    errorTitle="The reports could not be loaded"
    label="Reports"
    head={latestOnly(user.reports)}
    columns={[
      { id: 'item', header: 'Item', width: 220, cell: (report) => <Sought {...report} /> },
      { id: 'reason', header: 'Reason', width: 180, cell: ({ reason }) => reportReasons[reason] },
      { id: 'reporter', header: 'Reported by', width: 180, cell: (report) => <Reporter {...{ report, user }} /> },
      { id: 'createdAt', header: 'When', width: 120, cell: ({ createdAt }) => <Ago at={createdAt} /> },
      {
        id: 'state',
        header: 'State',
        width: 110,
        cell: ({ settledAt }) => (settledAt === null ? <Badge tone="warn">Waits</Badge> : <Badge>Settled</Badge>),
      },
    ]}
    getKey={({ id }) => id}
    empty={<Empty icon={Flag} title="No reports" />}
  />
)
