import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Eraser, ScrollText, Trash2 } from 'lucide-react'
import { count } from '../../../lib/browser/format.ts'
import { StatTile, StatTiles } from '../../../ui/stat-tile.tsx'
import type { LogFilters } from './log-matches.ts'
import { logStatsQuery } from './logs.api.ts'

/** Of all entries that the filters leave (`admin.md §2`). */
export function LogTiles({ filters }: { filters: LogFilters }) {
  const { data, isError } = useQuery(logStatsQuery(filters))
  const shown = (value: number | undefined) => (value === undefined ? (isError ? '–' : undefined) : count(value))
  return (
    <StatTiles>
      <StatTile label="Total Logs" icon={ScrollText} value={shown(data?.total)} />
      <StatTile label="Purge Events" icon={Eraser} value={shown(data?.purge)} />
      <StatTile label="Delete Events" icon={Trash2} value={shown(data?.delete)} />
      <StatTile label="Days Active" icon={CalendarDays} value={shown(data?.daysActive)} />
    </StatTiles>
  )
}
