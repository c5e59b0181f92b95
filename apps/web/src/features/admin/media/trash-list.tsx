import { counted } from '@hotvote/shared/counted'
import { TRASH_DAYS } from '@hotvote/shared/limits'
import type { TrashedItem } from '@hotvote/shared/trash'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { date, dateTime, fileSize } from '../../../lib/browser/format.ts'
import { useObjectUrl } from '../../../lib/browser/use-object-url.ts'
import { trashedFile } from '../../../lib/operator/trashed-picture.ts'
import { Empty, NoMatches } from '../../../ui/empty.tsx'
import type { More } from '../../../ui/load-more.tsx'
import { ItemFacts, MediaDialog } from '../../../ui/media-dialog.tsx'
import { VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { TrashCard } from './trash-card.tsx'
import { useFocusOnNeighbour } from './use-focus-on-neighbour.ts'
import { useTrash } from './use-trash.ts'

/** Pixels; two cards side by side on a phone. */
const cardSize = () => ({ width: innerWidth < 768 ? 156 : 208, height: 400 })

type Props = {
  items: TrashedItem[]
  total: number
  more: More
  /** Takes the filters away; absent when none is set. */
  onShowAll: (() => void) | undefined
}

/** What is in the trash, what was deleted last before all else. */
export function TrashList({ items, total, more, onShowAll }: Props) {
  const [size] = useState(cardSize)
  const { preview, openingId, open, close } = usePreview()
  const { restore, erase, isUnderWay } = useTrash()
  const handover = useFocusOnNeighbour(items, isUnderWay)
  const eraseOne = async (item: TrashedItem) => {
    if (await erase(item)) handover.expect([item])
  }
  const restoreOne = (item: TrashedItem) => {
    handover.expect([item])
    restore(item)
  }
  if (items.length === 0 && !more.hasMore)
    return (
      <Empty icon={Trash2} title={onShowAll ? 'Nothing found in the trash' : 'The trash is empty'}>
        {onShowAll ? (
          <NoMatches what="Nothing" onShowAll={onShowAll} />
        ) : (
          `What you or an owner deletes stays here for ${TRASH_DAYS} days.`
        )}
      </Empty>
    )
  return (
    <>
      <p role="status" className="text-sm text-mute">
        {counted(total, 'item')}
      </p>
      <VirtualGrid
        label="Trash"
        items={items}
        keyOf={({ id }) => id}
        total={total}
        more={more}
        size={size}
        card={(item) => (
          <TrashCard
            item={item}
            isBusy={isUnderWay}
            isOpening={item.id === openingId}
            onOpen={() => open(item)}
            onRestore={() => restoreOne(item)}
            onErase={() => void eraseOne(item)}
          />
        )}
      />
      {preview && <Preview {...preview} onClose={close} />}
    </>
  )
}

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
