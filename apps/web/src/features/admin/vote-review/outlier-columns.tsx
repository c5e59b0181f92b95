import { count } from '@hotvote/shared/counted'
import type { Outlier } from '@hotvote/shared/operator/vote-review'
import { dateTime } from '../../../lib/browser/format.ts'
import { describeSubject, formatMeasure, networkName, REASONS } from '../../../lib/operator/moderation.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { BanNetworkLink, ItemLink, NetworkLink, UserLink } from '../../../ui/data/operator-links.tsx'
import type { Column } from '../../../ui/data/table-selection.tsx'
import { Button } from '../../../ui/forms/button.tsx'

type SubjectProps = { userId: number | null; mediaId: number | null; network?: string | null; name: string }

export function Subject({ userId, mediaId, network = null, name }: SubjectProps) {
  if (mediaId !== null) return <ItemLink mediaId={mediaId}>{name}</ItemLink>
  if (userId === null && network !== null) return <NetworkLink network={network}>{name}</NetworkLink>
  if (userId === null) return <span className="font-semibold">{name}</span>
  return <UserLink userId={userId} username={name} />
}

const Who = ({ row }: { row: Outlier }) => (
  <span className="flex flex-wrap items-center gap-x-2">
    <Subject userId={row.userId} mediaId={row.mediaId} network={row.network} name={describeSubject(row)} />
    {row.isSynthetic && <Badge>Synthetic</Badge>}
    {row.mediaId !== null && row.network !== null && (
      <NetworkLink network={row.network}>{networkName(row.network)}</NetworkLink>
    )}
    {row.network !== null && <BanNetworkLink network={row.network} />}
  </span>
)

const Why = ({ row }: { row: Outlier }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <Badge tone="warn">{REASONS[row.reason]}</Badge>
    <span>{formatMeasure(row)}</span>
  </span>
)

const When = ({ row: { firstAt, lastAt } }: { row: Outlier }) => (
  <span className="text-sm text-mute">
    {dateTime(firstAt)} –<br className="group-data-card:hidden" /> {dateTime(lastAt)}
  </span>
)

/** Columns of the outlier list. `isBusy` disables the buttons. */
export const outlierColumns = (onSetAside: (row: Outlier) => void, isBusy: boolean): Column<Outlier>[] => [
  { id: 'who', header: 'Who or what', width: 190, cell: (row) => <Who row={row} /> },
  { id: 'why', header: 'Why', width: 330, cell: (row) => <Why row={row} /> },
  { id: 'votes', header: 'Votes', width: 80, align: 'end', cell: ({ votes }) => count(votes) },
  { id: 'when', header: 'When', width: 190, cell: (row) => <When row={row} /> },
  {
    id: 'action',
    header: 'Action',
    width: 130,
    align: 'end',
    cell: (row) => (
      <Button
        size="small"
        isBusy={isBusy}
        aria-label={`Set aside: ${describeSubject(row)}`}
        onClick={() => onSetAside(row)}
      >
        Set aside
      </Button>
    ),
  },
]
