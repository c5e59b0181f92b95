import { listUserVotes, type ShownUser, type UserVote } from '@hotvote/shared/user-page'
import { useQuery } from '@tanstack/react-query'
import { Vote } from 'lucide-react'
import { dateTime } from '../../../lib/browser/format.ts'
import { ListTable } from '../../../ui/data/list-table.tsx'
import { ItemLink } from '../../../ui/data/operator-links.tsx'
import { usePageStart } from '../../../ui/data/pager.tsx'
import type { Column } from '../../../ui/data/table-props.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Thumbnail } from '../../../ui/media/thumbnail.tsx'
import { userVotesQuery } from './user-page.api.ts'

const Item = ({ vote }: { vote: UserVote }) => (
  <span className="flex items-center gap-3">
    <span className="w-14 shrink-0 overflow-hidden rounded-md">
      <Thumbnail item={vote} />
    </span>
    <ItemLink mediaId={vote.id}>{vote.originalName}</ItemLink>
  </span>
)

const columns: Column<UserVote>[] = [
  { id: 'item', header: 'Item', width: 280, cell: (vote) => <Item vote={vote} /> },
  {
    id: 'vote',
    header: 'Vote',
    width: 180,
    cell: ({ isHot }) => <span className="font-semibold">{isHot ? 'Hot' : 'Not'}</span>,
  },
  { id: 'votedAt', header: 'When', width: 200, cell: ({ votedAt }) => dateTime(votedAt) },
]

/** What a user rated, the newest items first. */
export function UserVotes({ user }: { user: ShownUser }) {
  return (
    <ListTable
      query={useQuery(userVotesQuery(user.id, usePageStart(listUserVotes)))}
      errorTitle="The votes could not be loaded"
      label="Votes"
      columns={columns}
      keyOf={({ id }) => id}
      empty={<Empty icon={Vote} title="No votes" />}
    />
  )
}
