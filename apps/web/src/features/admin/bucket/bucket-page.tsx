import type { BucketFile } from '@hotvote/shared/bucket'
import { useCallback, useRef } from 'react'
import { useAreKnown } from '../../../lib/operations.ts'
import { AdminPage } from '../../../ui/admin-page.tsx'
import { useSelection } from '../../../ui/table-selection.tsx'
import { TableSkeleton } from '../../../ui/table-skeleton.tsx'
import { DeletionBar } from './deletion-bar.tsx'
import { DuplicatesCard } from './duplicates-card.tsx'
import { FileList } from './file-list.tsx'
import { OrphansCard } from './orphans-card.tsx'
import { StorageOverview } from './storage-overview.tsx'
import { type Deletable, useFileDeletion } from './use-file-deletion.ts'

/** What is known of every file that was shown, wherever on the screen. */
function useSeenFiles() {
  const seen = useRef(new Map<string, Deletable>())
  const onSeen = useCallback((files: BucketFile[]) => {
    for (const { key, usedBy, mediaName } of files) {
      const item = usedBy && { id: usedBy.mediaId, name: mediaName ?? '', votes: usedBy.votes }
      seen.current.set(key, { key, item })
    }
  }, [])
  const seenOf = (key: string): Deletable => seen.current.get(key) ?? { key, item: null }
  return { onSeen, seenOf }
}

/** Bucket Management (`admin.md §2`). */
export function BucketPage() {
  const { onSeen, seenOf } = useSeenFiles()
  const selection = useSelection<string>((key) => `Select ${key}`)
  // The other files of an item go with it.
  const deletion = useFileDeletion((deleted) => {
    const items = new Set(deleted.map(({ item }) => item?.id))
    const isGone = (key: string) => {
      const { item } = seenOf(key)
      return item !== null && items.has(item.id)
    }
    selection.setAll([...deleted.map(({ key }) => key), ...[...selection.selected].filter(isGone)], false)
  })
  const areKnown = useAreKnown(['find-duplicates', 'find-orphans'])
  const removeSelected = () => void deletion.remove([...selection.selected].map(seenOf))
  return (
    <AdminPage
      title="Bucket Management"
      purpose="Every stored file: what it belongs to, what is there twice, what is lost."
    >
      <StorageOverview />
      <DuplicatesCard isSettled={areKnown} selection={selection} gone={deletion.gone} onSeen={onSeen} />
      {areKnown ? (
        <>
          <OrphansCard gone={deletion.gone} onDelete={(files) => void deletion.remove(files)} />
          <FileList selection={selection} onSeen={onSeen} onDelete={removeSelected} isDeleting={deletion.isPending} />
        </>
      ) : (
        <TableSkeleton />
      )}
      <DeletionBar selection={selection} deletion={deletion} onDelete={removeSelected} />
    </AdminPage>
  )
}
