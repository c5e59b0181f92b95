import { counted } from '@hotvote/shared/counted'
import { TRASH_DAYS } from '@hotvote/shared/limits'
import type { TrashedItem } from '@hotvote/shared/trash'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { date, dateTime, fileSize } from '../../../lib/browser/format.ts'
import { useObjectUrl } from '../../../lib/browser/use-object-url.ts'
import { trashedFile } from '../../../lib/operator/trashed-picture.ts'
import { CardGrid } from '../../../ui/data/card-grid.tsx'
import { Empty, NoMatches } from '../../../ui/feedback/empty.tsx'
import { ItemFacts, MediaDialog } from '../../../ui/overlays/media-dialog.tsx'
import { TrashCard } from './trash-card.tsx'
import { useTrash } from './use-trash.ts'

type Props = {
  items: TrashedItem[]
  total: number
  cursor: string
  next: string | undefined
  /** The items are those of the page before. */
  isLoading: boolean
  /** Takes the filters away; absent when none is set. */
  onShowAll: (() => void) | undefined
}

/** What is in the trash, what was deleted last before all else. */
export function TrashList({ items, total, onShowAll, ...page }: Props) {
  const { preview, openingId, open, close } = usePreview()
  const { restore, erase, isUnderWay } = useTrash()
  return (
    <>
      {items.length > 0 && (
        <p role="status" className="text-sm text-mute">
          {counted(total, 'item')}
        </p>
      )}
      <CardGrid
        label="Trash"
        items={items}
        {...page}
        empty={<EmptyTrash onShowAll={onShowAll} />}
        card={(item) => (
          <TrashCard
            item={item}
            isBusy={isUnderWay}
            isOpening={item.id === openingId}
            onOpen={() => open(item)}
            onRestore={() => restore(item)}
            onErase={() => void erase(item)}
          />
        )}
      />
      {preview && <Preview {...preview} onClose={close} />}
    </>
  )
}

const EmptyTrash = ({ onShowAll }: Pick<Props, 'onShowAll'>) => (
  <Empty icon={Trash2} title={onShowAll ? 'Nothing found in the trash' : 'The trash is empty'}>
    {onShowAll ? (
      <NoMatches what="Nothing" onShowAll={onShowAll} />
    ) : (
      `What you or an owner deletes stays here for ${TRASH_DAYS} days.`
    )}
  </Empty>
)

type LoadedItem = { item: TrashedItem; file: Blob }

/** Opens once the file is there, which takes a film its time; one at a time. */
function usePreview() {
  const [preview, setPreview] = useState<LoadedItem>()
  const load = useMutation({
    mutationFn: async (item: TrashedItem) => ({ item, file: await trashedFile(item.id, 'original') }),
    meta: { failed: { title: 'Error', fallback: 'Failed to load the file' } },
    onSuccess: setPreview,
  })
  return {
    preview,
    openingId: load.isPending ? load.variables.id : undefined,
    open: (item: TrashedItem) => !load.isPending && load.mutate(item),
    close: () => setPreview(undefined),
  }
}

function Preview({ item, file, onClose }: LoadedItem & { onClose: () => void }) {
  const url = useObjectUrl(file)
  if (!url) return null
  return (
    <MediaDialog item={{ ...item, url, displayUrl: url, srcset: null, thumbnailUrl: null }} onClose={onClose}>
      <ItemFacts
        facts={[
          ['Type', item.mimeType],
          ['Size', fileSize(item.size)],
          ['Pixels', `${item.width} × ${item.height}`],
          ['Uploaded', date(item.uploadedAt)],
          ['Number', `#${item.id}`],
          ['Deleted', dateTime(item.trashedAt)],
          ['Gone for good', dateTime(item.erasedAt)],
        ]}
      />
    </MediaDialog>
  )
}
