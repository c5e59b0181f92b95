import { useAreOperationsFetched } from '../../../lib/operator/operations.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { useSelection } from '../../../ui/data/table-selection.tsx'
import { TableSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { DeletionBar } from './deletion-bar.tsx'
import { DuplicatesCard } from './duplicates-card.tsx'
import { FileList } from './file-list.tsx'
import { OrphansCard } from './orphans-card.tsx'
import { StorageOverview } from './storage-overview.tsx'
import { useFileDeletion } from './use-file-deletion.ts'
import { useShownFiles } from './use-shown-files.ts'

/** Bucket Management (`admin.md §2`). */
export function BucketPage() {
  const selection = useSelection<string>((key) => `Select ${key}`)
  const { onShown, knownOf } = useShownFiles(selection)
  // The other files of an item go with it.
  const deletion = useFileDeletion((deleted) => {
    const items = new Set(deleted.map(({ item }) => item?.id))
    const isGone = (key: string) => {
      const { item } = knownOf(key)
      return item !== null && items.has(item.id)
    }
    selection.setAll([...deleted.map(({ key }) => key), ...[...selection.selected].filter(isGone)], false)
  })
  const areFetched = useAreOperationsFetched(['find-duplicates', 'find-orphans'])
  const removeSelected = () => void deletion.remove([...selection.selected].map(knownOf))
  return (
    <AdminPage
      title="Bucket Management"
      purpose="Every stored file: what it belongs to, what is there twice, what is lost."
    >
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
