import { count } from '@hotvote/shared/counted'
import type { Outlier, SetAside } from '@hotvote/shared/operator/vote-review'
import { useQuery } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { dateTime } from '../../../lib/browser/format.ts'
import { toast } from '../../../lib/browser/toasts.ts'
import { useUrlState } from '../../../lib/browser/url-state.ts'
import {
  ASK_TO_SET_SYNTHETIC_ASIDE,
  askToSetAside,
  networkName,
  selectVoters,
} from '../../../lib/operator/moderation.ts'
import { tellFailed, useOperation } from '../../../lib/operator/operations.ts'
import { Section } from '../../../ui/data/admin-page.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { ListTable } from '../../../ui/data/list-table.tsx'
import type { Column } from '../../../ui/data/table-selection.tsx'
import { Empty } from '../../../ui/feedback/query-view.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import { type Move, refetchIntegrity, setAsidesQuery, startMove } from './integrity.api.ts'
import { Subject } from './outlier-columns.tsx'

const describeVoter = ({ kind, userId, username, mediaId, mediaName, networkLabel }: SetAside) => {
  if (kind === 'synthetic') return 'Synthetic votes'
  if (kind === 'network') return networkName(networkLabel)
  return kind === 'voter' ? (username ?? `User #${userId} (gone)`) : (mediaName ?? `Item #${mediaId} (gone)`)
}

const Who = ({ row }: { row: SetAside }) => (
  <span className="flex flex-wrap items-center gap-x-2">
    <Subject
      userId={row.username === null ? null : row.userId}
      mediaId={row.mediaName === null ? null : row.mediaId}
      name={describeVoter(row)}
    />
    {row.kind === 'item' && row.networkLabel !== null && (
      <span className="text-mute">{networkName(row.networkLabel)}</span>
    )}
  </span>
)

const buildColumns = ({ countAgain, work }: Moves): Column<SetAside>[] => [
  { id: 'who', header: 'Votes of', width: 230, cell: (row) => <Who row={row} /> },
  { id: 'voters', header: 'Voters', width: 90, align: 'end', cell: ({ voters }) => count(voters) },
  { id: 'createdAt', header: 'Set aside', width: 190, cell: ({ createdAt }) => dateTime(createdAt) },
  {
    id: 'action',
    header: 'Action',
    width: 230,
    align: 'end',
    cell: (row) =>
      row.countedAgainAt === null ? (
        <Button
          size="small"
          isBusy={work.isUnderWay}
          aria-label={`Count again: ${describeVoter(row)}`}
          onClick={() => countAgain(row)}
        >
          Count again
        </Button>
      ) : (
        <span title={dateTime(row.countedAgainAt)}>
          <Badge tone="ok">Counts again</Badge>
        </span>
      ),
  },
]

/** Not `cursor`, which belongs to the outliers. */
const PAGE_START = { aside: '' }

export function SetAsideList({ moves }: { moves: Moves }) {
  const [{ aside }] = useUrlState(PAGE_START)
  const query = useQuery(setAsidesQuery(aside))
  return (
    <Section title="Set aside">
      <ListTable
        query={query}
        errorTitle="Failed to fetch the votes set aside"
        label="Set aside"
        list={aside}
        param="aside"
        columns={buildColumns(moves)}
        keyOf={({ id }) => id}
        empty={
          <Empty icon={Archive} title="Nothing was set aside">
            Votes that you set aside are listed here and can be counted again.
          </Empty>
        }
      />
    </Section>
  )
}

const FAILED = { title: 'Failed to change which votes count' }

/** Runs one recount at a time; the recount continues if the operator leaves the screen. */
export function useMoves() {
  const work = useOperation<'set-votes-aside', Move>({
    kind: 'set-votes-aside',
    send: startMove,
    failed: FAILED,
    onEnded: (ended) => {
      const { status, result } = ended
      if (status === 'failed') tellFailed(ended, FAILED)
      else if (result) toast({ title: result.message })
      refetchIntegrity()
    },
  })
  const setAside = async (row: Outlier, days: 1 | 7 | 30) => {
    if (await confirm(askToSetAside(row, days))) work.start({ aside: selectVoters(row, days) })
  }
  const setSyntheticAside = async () => {
    if (await confirm(ASK_TO_SET_SYNTHETIC_ASIDE)) work.start({ aside: { kind: 'synthetic' } })
  }
  return {
    work,
    setAside: (row: Outlier, days: 1 | 7 | 30) => void setAside(row, days),
    setSyntheticAside: () => void setSyntheticAside(),
    countAgain: ({ id }: Pick<SetAside, 'id'>) => work.start({ setAsideId: id }),
  }
}
export type Moves = ReturnType<typeof useMoves>
