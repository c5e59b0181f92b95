import { count } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { Database, Files, HardDrive, Link2, Unlink } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { useAreOperationsFetched } from '../../../lib/operator/operations.ts'
import { bucketOverviewQuery, bucketSize } from '../../../lib/operator/totals.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Ago } from '../../../ui/data/ago.tsx'
import { StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { useSelection } from '../../../ui/data/table-selection.tsx'
import { TableSkeleton } from '../../../ui/feedback/skeleton.tsx'
import type { Deletable, OnShown } from './bucket.api.ts'
import { DeletionBar, useFileDeletion } from './deletion-bar.tsx'
import { DuplicatesCard } from './duplicates-card.tsx'
import { FileList } from './file-list.tsx'

/** Bucket Management screen (`admin.md §2`). */
export function BucketPage() {
  const selection = useSelection<string>((key) => `Select ${key}`)
  const known = useRef(new Map<string, Deletable>())
  const onShown: OnShown = useCallback((files) => {
    for (const file of files) known.current.set(file.key, file)
  }, [])
  const findKnown = (key: string): Deletable => known.current.get(key) ?? { key, item: null }
  const deletion = useFileDeletion((keys) => selection.setAll(keys, false))
  const areFetched = useAreOperationsFetched(['find-duplicates'])
  const removeSelected = () => void deletion.remove([...selection.selected].map(findKnown))
  return (
    <AdminPage title="Bucket Management" purpose="Every stored file, with its item and duplicates.">
      <StorageOverview />
      <DuplicatesCard selection={selection} gone={deletion.gone} onShown={onShown} />
      {areFetched ? (
        <FileList
          selection={selection}
          onShown={onShown}
          onDelete={removeSelected}
          isDeleting={deletion.work.isUnderWay}
        />
      ) : (
        <TableSkeleton />
      )}
      <DeletionBar selection={selection} deletion={deletion} onDelete={removeSelected} />
    </AdminPage>
  )
}

/** Non-breaking space that keeps a tile's height the same if there is no note. */
const EMPTY_NOTE = '\u00a0'
const PROVIDERS = { local: 'Local disk', s3: 'S3 bucket' }

function StorageOverview() {
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
          note={totals ? bucketSize(totals.itemBytes) : EMPTY_NOTE}
        />
        <StatTile
          label="Without an item"
          icon={Unlink}
          value={orDash(totals && count(totals.otherFiles))}
          note={totals ? bucketSize(totals.otherBytes) : EMPTY_NOTE}
        />
      </StatTiles>
      <p className="min-h-5 text-sm text-mute">
        {totals ? (
          <>
            Counted <Ago at={totals.countedAt} />
          </>
        ) : (
          data && 'This bucket is too large to count here.'
        )}
      </p>
    </section>
  )
}
