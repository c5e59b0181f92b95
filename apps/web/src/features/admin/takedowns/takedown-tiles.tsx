import { takedownStatuses } from '@hotvote/shared/takedown-review'
import { useQuery } from '@tanstack/react-query'
import { count } from '../../../lib/browser/format.ts'
import { StatTile, StatTiles } from '../../../ui/stat-tile.tsx'
import { statusLooks } from './status-badge.tsx'
import { addressOf, type Place } from './takedown-address.ts'
import { takedownCountsQuery } from './takedowns.api.ts'

/** One tile a status (`admin.md §2`); it lists the requests that it counts, and chosen again, all of them. */
export function TakedownTiles({ place }: { place: Place }) {
  const { data, isError } = useQuery(takedownCountsQuery)
  return (
    <StatTiles>
      {takedownStatuses.map((status) => {
        const { name, icon } = statusLooks[status]
        const isCurrent = place.status === status
        return (
          <StatTile
            key={status}
            label={name}
            icon={icon}
            value={isError && !data ? '–' : data && count(data[status])}
            href={addressOf({ ...place, status: isCurrent ? '' : status })}
            isCurrent={isCurrent}
          />
        )
      })}
    </StatTiles>
  )
}
