import { count } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { Eye, Images, Users, Vote } from 'lucide-react'
import { Section } from '../../../ui/data/section.tsx'
import { StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { TryAgain } from '../../../ui/forms/button.tsx'
import { countsQuery } from './site-health.api.ts'

/** How much there is (`admin.md §3`, database counts). */
export function Statistics() {
  const { data, isError, refetch } = useQuery(countsQuery)
  return (
    <Section title="Database Statistics">
      <p className="text-mute">
        All that is stored, what lies in the trash included. A number above 500,000 is an estimate.
      </p>
      <div className="grid *:[grid-area:1/1]">
        <div className={isError ? 'invisible' : undefined}>
          <StatTiles>
            <StatTile label="Total Users" icon={Users} value={data && count(data.totalUsers)} />
            <StatTile label="Total Media" icon={Images} value={data && count(data.totalMedia)} />
            <StatTile label="Total Votes" icon={Vote} value={data && count(data.totalVotes)} />
            <StatTile label="Total Views" icon={Eye} value={data && count(data.totalViews)} />
          </StatTiles>
        </div>
        {/* In the place of the numbers: nothing below it moves. */}
        {isError && (
          <p
            role="alert"
            className="flex flex-wrap items-center justify-center gap-3 rounded-card border border-line bg-panel p-4 text-danger-ink"
          >
            Count query failed
            <TryAgain size="small" onClick={() => refetch()} />
          </p>
        )}
      </div>
    </Section>
  )
}
