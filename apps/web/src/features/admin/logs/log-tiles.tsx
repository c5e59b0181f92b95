import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Eraser, ScrollText, Trash2 } from 'lucide-react'
import { figure, StatTile, StatTiles } from '../../../ui/stat-tile.tsx'
import type { LogFilters } from './log-matches.ts'
import { logStatsQuery } from './logs.api.ts'

/** Of all entries that the filters leave (`admin.md §2`). */
export function LogTiles({ filters }: { filters: LogFilters }) {
  const { data, isError } = useQuery(logStatsQuery(filters))
  return (
    <StatTiles>
      <StatTile label="Total Logs" icon={ScrollText} value={figure(data?.total, isError)} />
      <StatTile label="Purge Events" icon={Eraser} value={figure(data?.purge, isError)} />
      <StatTile label="Delete Events" icon={Trash2} value={figure(data?.delete, isError)} />
      <StatTile label="Days Active" icon={CalendarDays} value={figure(data?.daysActive, isError)} />
    </StatTiles>
  )
}
