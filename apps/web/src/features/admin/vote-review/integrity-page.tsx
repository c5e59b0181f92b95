import { count, counted } from '@hotvote/shared/counted'
import { listOutliers, OUTLIER_DAYS, type Outlier, type SetAside } from '@hotvote/shared/operator/vote-review'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Archive, ShieldCheck } from 'lucide-react'
import { Link } from 'wouter'
import { toast } from '../../../lib/browser/toasts.ts'
import { useListFilters, useUrlState } from '../../../lib/browser/url-state.ts'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import {
  ASK_TO_SET_SYNTHETIC_ASIDE,
  askToSetAside,
  networkName,
  REASONS,
  selectVoters,
} from '../../../lib/operator/moderation.ts'
import { toastFailure, useOperation } from '../../../lib/operator/operations.ts'
import { AdminPage, Section } from '../../../ui/data/admin-page.tsx'
import { Ago } from '../../../ui/data/ago.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { ListTable } from '../../../ui/data/list-table.tsx'
import type { Column } from '../../../ui/data/table-selection.tsx'
import { OperationCard } from '../../../ui/feedback/operation-card.tsx'
import { Empty } from '../../../ui/feedback/query-view.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { FilterField } from '../../../ui/forms/field.tsx'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import {
  type Move,
  outliersQuery,
  refetchIntegrity,
  setAsidesQuery,
  startMove,
  syntheticQuery,
} from './integrity.api.ts'
import { outlierColumns, Subject } from './outlier-columns.tsx'

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

const buildColumns = ({ countAgain, work }: Recounts): Column<SetAside>[] => [
  { id: 'who', header: 'Votes of', width: 230, cell: (row) => <Who row={row} /> },
  { id: 'voters', header: 'Voters', width: 90, align: 'end', cell: ({ voters }) => count(voters) },
  { id: 'createdAt', header: 'Set aside', width: 190, cell: ({ createdAt }) => <Ago at={createdAt} /> },
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
        <Badge tone="ok">
          Counts again since <Ago at={row.countedAgainAt} />
        </Badge>
      ),
  },
]

/** Page cursor of the set-aside votes. They need their own parameter, because `cursor` belongs to the outliers. */
const PAGE_START = { aside: '' }

function SetAsideList({ moves }: { moves: Recounts }) {
  const [{ aside }] = useUrlState(PAGE_START)
  const query = useQuery(setAsidesQuery(aside))
  return (
    <Section title="Set aside">
      <ListTable
        query={query}
        errorTitle="Failed to fetch the votes set aside"
        label="Set aside"
        param="aside"
        columns={buildColumns(moves)}
        getKey={({ id }) => id}
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

/** Runs one recount at a time. The recount continues even if the operator leaves the screen. */
function useRecounts() {
  const work = useOperation<'set-votes-aside', Move>({
    kind: 'set-votes-aside',
    send: startMove,
    failed: FAILED,
    onEnded: (ended) => {
      const { status, result } = ended
      if (status === 'failed') toastFailure(ended, FAILED)
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
type Recounts = ReturnType<typeof useRecounts>

const FILTERS = { days: '7', reason: '', cursor: '' }
const PERIODS = Object.fromEntries(
  OUTLIER_DAYS.map((days) => [days, days === 1 ? 'The last day' : `The last ${days} days`]),
)
type Filters = typeof FILTERS

export function IntegrityPage() {
  const { params, filters, change, field } = useListFilters(FILTERS, listOutliers)
  const moves = useRecounts()
  const outliers = useQuery(outliersQuery(filters, params.cursor))
  return (
    <AdminPage
      title="Integrity"
      purpose="Unusual votes, and votes that you have set aside. Hints, not proof: nothing is set aside automatically."
    >
      <search className="grid gap-3 sm:grid-cols-2 lg:max-w-2xl">
        <FilterField label="Votes of" options={PERIODS} {...field('days')} />
        <FilterField label="Reason" any="All reasons" options={REASONS} {...field('reason')} />
      </search>
      <OutlierTable query={outliers} filters={params} moves={moves} onShowAll={() => change({ reason: '' })} />
      {/* Below the loaded table, which would push them down. */}
      {outliers.isFetched && (
        <>
          <MovesCard moves={moves} />
          <SetAsideList moves={moves} />
        </>
      )}
    </AdminPage>
  )
}

type Outliers = UseQueryResult<{ items: Outlier[]; total: number; next: string | undefined }>

type TableProps = { query: Outliers; filters: Filters; moves: Recounts; onShowAll: () => void }

const parseDays = (days: string) => OUTLIER_DAYS.find((one) => String(one) === days) ?? 7

function OutlierTable({ query, filters, moves, onShowAll }: TableProps) {
  const { work } = moves
  // Disable the buttons while rows for the previous filters are shown.
  const isBusy = work.isUnderWay || query.isPlaceholderData
  return (
    <ListTable
      query={query}
      errorTitle="Failed to load outliers"
      head={({ items: { length }, next }) =>
        length === 0
          ? 'No outliers'
          : `${counted(length, 'outlier')}${filters.cursor || next ? ' on this page' : ''}, most votes first`
      }
      label="Outliers"
      columns={outlierColumns((row) => moves.setAside(row, parseDays(filters.days)), isBusy)}
      getKey={({ key }) => key}
      empty={
        <Empty icon={ShieldCheck} title="Nothing stands out" onShowAll={filters.reason === '' ? undefined : onShowAll}>
          No voter, network or item differs much from the others in this period.
        </Empty>
      }
    />
  )
}

function MovesCard({ moves }: { moves: Recounts }) {
  const { work, setSyntheticAside } = moves
  const { data } = useQuery(syntheticQuery)
  const isBusy = work.isUnderWay || work.isPending
  return (
    <OperationCard
      title="Votes set aside"
      purpose="They are kept but not counted, and later votes of the same voters are not counted either. Voters see no difference."
      work={{ ...work, start: () => undefined, stop: undefined }}
      action={
        data !== undefined &&
        data.voters > data.setAside && (
          <Button isBusy={isBusy} onClick={setSyntheticAside}>
            Set synthetic votes aside
          </Button>
        )
      }
      progress={{ unit: 'items', label: 'Recount of items' }}
      result={({ message }) => (
        <p role="status" className="font-semibold">
          {message}.
        </p>
      )}
    >
      <p>
        {data === undefined ? (
          ' '
        ) : data.voters === 0 ? (
          <>
            There are no synthetic votes.{' '}
            <Link href={adminPaths.populateVotes} className="font-semibold underline">
              Vote Population
            </Link>{' '}
            makes them.
          </>
        ) : (
          <>
            <strong>{counted(data.voters, 'synthetic voter')}</strong>, {count(data.setAside)} of them set aside.
          </>
        )}
      </p>
    </OperationCard>
  )
}
