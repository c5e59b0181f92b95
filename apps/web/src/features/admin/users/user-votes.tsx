import type { ShownUser, UserVote } from '@hotvote/shared/user-page'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Vote } from 'lucide-react'
import { Link } from 'wouter'
import { dateTime } from '../../../lib/browser/format.ts'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { moreOf } from '../../../ui/load-more.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import type { Column } from '../../../ui/table-props.ts'
import { TableSkeleton } from '../../../ui/table-skeleton.tsx'
import { Thumbnail } from '../../../ui/thumbnail.tsx'
import { userVotesQuery } from './user-page.api.ts'

const Item = ({ vote }: { vote: UserVote }) => (
  <span className="flex items-center gap-3">
    <span className="w-14 shrink-0 overflow-hidden rounded-md">
      <Thumbnail item={vote} />
    </span>
    <Link
      href={`${adminPaths.media}?id=${vote.id}`}
      className="inline-flex min-h-11 min-w-0 items-center text-not-ink underline underline-offset-4 [overflow-wrap:anywhere]"
    >
      {vote.originalName}
    </Link>
  </span>
)

const columns: Column<UserVote>[] = [
  { id: 'item', header: 'Item', width: 280, cell: (vote) => <Item vote={vote} /> },
  {
    id: 'vote',
    header: 'Vote',
    width: 180,
    cell: ({ isHot, isCounted }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{isHot ? 'Hot' : 'Not'}</span>
        {!isCounted && <Badge tone="warn">Set aside</Badge>}
      </span>
    ),
  },
  { id: 'votedAt', header: 'When', width: 200, cell: ({ votedAt }) => dateTime(votedAt) },
]

/** What a user rated, the newest items first. */
export function UserVotes({ user }: { user: ShownUser }) {
  const query = useInfiniteQuery(userVotesQuery(user.id))
  return (
    <QueryView query={query} errorTitle="The votes could not be loaded" loading={<TableSkeleton hasCount={false} />}>
      {({ pages }) => (
        <DataTable
          label="Votes"
          columns={columns}
          rows={pages.flatMap(({ items }) => items)}
          keyOf={({ id }) => id}
          total={pages.at(-1)?.total ?? 0}
          rowHeight={64}
          more={moreOf(query)}
          empty={<Empty icon={Vote} title="No votes" />}
        />
      )}
    </QueryView>
  )
}
