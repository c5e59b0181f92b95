import { count } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { Database, Files, HardDrive, Link2, Unlink } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { dateTime } from '../../../lib/browser/format.ts'
import { useAreOperationsFetched } from '../../../lib/operator/operations.ts'
import { bucketOverviewQuery, bucketSize } from '../../../lib/operator/totals.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { useSelection } from '../../../ui/data/table-selection.tsx'
import { TableSkeleton } from '../../../ui/feedback/skeleton.tsx'
import type { Deletable, OnShown } from './bucket.api.ts'
import { DeletionBar, useFileDeletion } from './deletion-bar.tsx'
import { DuplicatesCard } from './duplicates-card.tsx'
import { FileList } from './file-list.tsx'
import { OrphansCard } from './orphans-card.tsx'

/** Bucket Management (`admin.md §2`). */
export function BucketPage() {
  const selection = useSelection<string>((key) => `Select ${key}`)
  const known = useRef(new Map<string, Deletable>())
  const onShown: OnShown = useCallback((files) => {
    for (const file of files) known.current.set(file.key, file)
  }, [])
  const findKnown = (key: string): Deletable => known.current.get(key) ?? { key, item: null }
  // Deleting one file deletes all files of its item.
  const deletion = useFileDeletion((deleted) => {
    const items = new Set(deleted.map(({ item }) => item?.id))
    const isGone = (key: string) => {
      const { item } = findKnown(key)
      return item !== null && items.has(item.id)
    }
    selection.setAll([...deleted.map(({ key }) => key), ...[...selection.selected].filter(isGone)], false)
  })
  const areFetched = useAreOperationsFetched(['find-duplicates', 'find-orphans'])
  const removeSelected = () => void deletion.remove([...selection.selected].map(findKnown))
  return (
    <AdminPage title="Bucket Management" purpose="Every stored file, with its item, duplicates and orphans.">
      <StorageOverview />
      <DuplicatesCard isSettled={areFetched} selection={selection} gone={deletion.gone} onShown={onShown} />
      {areFetched ? (
        <>
          <OrphansCard gone={deletion.gone} onDelete={(files) => void deletion.remove(files)} />
          <FileList
            selection={selection}
            onShown={onShown}
            onDelete={removeSelected}
            isDeleting={deletion.work.isUnderWay}
          />
        </>
      ) : (
        <TableSkeleton />
      )}
      <DeletionBar selection={selection} deletion={deletion} onDelete={removeSelected} />
    </AdminPage>
  )
}

/** Keeps the height of a note that may appear. */
const NO_NOTE = '\u00a0'
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
          : data && 'This bucket is too large to count here. Run the orphan report below.'}
      </p>
    </section>
  )
}
