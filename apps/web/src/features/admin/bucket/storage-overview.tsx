import { count } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { Database, Files, HardDrive, Link2, Unlink } from 'lucide-react'
import { dateTime } from '../../../lib/browser/format.ts'
import { bucketOverviewQuery } from '../../../lib/operator/bucket-overview.ts'
import { bucketSize } from '../../../lib/operator/bucket-size.ts'
import { StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'

/** Takes the line of a note that may come. */
const NO_NOTE = '\u00a0'
const PROVIDERS = { local: 'Local disk', s3: 'S3 bucket' }

/** Where the files are, how many, and how large (`admin.md §2`). */
export function StorageOverview() {
  const { data, error } = useQuery(bucketOverviewQuery)
  const orDash = (text: string | null | undefined) => text ?? (data || error ? '–' : undefined)
  const totals = data?.totals
  return (
    <section aria-label="Storage overview" className="flex flex-col gap-2">
      <StatTiles>
        <StatTile label="Provider" icon={Database} value={orDash(data && PROVIDERS[data.provider])} />
        <StatTile label="Total files" icon={Files} value={orDash(totals && count(totals.totalFiles))} />
        <StatTile label="Storage used" icon={HardDrive} value={orDash(totals && bucketSize(totals.totalBytes))} />
        <StatTile
          label="Of items"
          icon={Link2}
          value={orDash(totals && count(totals.itemFiles))}
          note={totals ? bucketSize(totals.itemBytes) : NO_NOTE}
        />
        <StatTile
          label="Without an item"
          icon={Unlink}
          value={orDash(totals && count(totals.otherFiles))}
          note={totals ? bucketSize(totals.otherBytes) : NO_NOTE}
        />
      </StatTiles>
      <p className="min-h-5 text-sm text-mute">
        {totals
          ? `Counted ${dateTime(totals.countedAt)}`
          : data && 'This bucket is too large to be counted at a glance: the orphan report below counts it.'}
      </p>
    </section>
  )
}
