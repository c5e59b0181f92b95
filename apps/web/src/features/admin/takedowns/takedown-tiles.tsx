import { takedownStatuses } from '@hotvote/shared/takedown-review'
import { useQuery } from '@tanstack/react-query'
import { statusLooks } from '../../../ui/data/badge.tsx'
import { figure, StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { type TakedownParams, takedownsHref } from './takedown-params.ts'
import { takedownCountsQuery } from './takedowns.api.ts'

/** One tile a status (`admin.md §2`); it lists the requests that it counts, and chosen again, all of them. */
export function TakedownTiles({ params }: { params: TakedownParams }) {
  const { data, isError } = useQuery(takedownCountsQuery)
  return (
    <StatTiles>
      {takedownStatuses.map((status) => {
        const { name, icon } = statusLooks[status]
        const isCurrent = params.status === status
        return (
          <StatTile
            key={status}
            label={name}
            icon={icon}
            value={figure(data?.[status], isError)}
            href={takedownsHref({ ...params, status: isCurrent ? '' : status, cursor: '' })}
            isCurrent={isCurrent}
          />
        )
      })}
    </StatTiles>
  )
}
