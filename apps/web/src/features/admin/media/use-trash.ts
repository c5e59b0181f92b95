import { counted } from '@hotvote/shared/counted'
import type { TrashedItem } from '@hotvote/shared/trash'
import { useMutation } from '@tanstack/react-query'
import { toast } from '../../../lib/browser/toasts.ts'
import { CallError } from '../../../lib/net/call-error.ts'
import { useOperation } from '../../../lib/operator/operations.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { invalidateMedia } from './media.api.ts'
import {
  eraseItem,
  invalidateTrash,
  RESTORE_FAILED,
  RESTORED,
  restoreItem,
  startEmptying,
  startRestoring,
  type TrashFilters,
} from './trash.api.ts'

const ERASED = { title: 'Deleted for good', description: 'It cannot be brought back.' }
const ERASE_FAILED = { title: 'Error', fallback: 'Failed to delete media for good' }
const EMPTY_FAILED = { title: 'Error', fallback: 'Failed to empty the trash' }

const lost = ({ totalVotes, totalViews }: TrashedItem) =>
  `${counted(totalVotes, 'vote')}, ${counted(totalViews, 'view')} and all its files`

/** Somebody else was faster: the list says what is still there. */
const isGone = (error: Error) => error instanceof CallError && error.status === 404

/** Brings an item back or deletes it for good. */
export function useTrash() {
  const settled = {
    onSettled: async (_data: unknown, error: Error | null) => {
      if (error && !isGone(error)) return
      await invalidateTrash()
      invalidateMedia()
    },
  }
  const restore = useMutation({
    mutationFn: ({ id }: TrashedItem) => restoreItem(id),
    meta: { failed: RESTORE_FAILED },
    onSuccess: () => toast(RESTORED),
    ...settled,
  })
  const erase = useMutation({
    mutationFn: ({ id }: TrashedItem) => eraseItem(id),
    meta: { failed: ERASE_FAILED },
    onSuccess: () => toast(ERASED),
    ...settled,
  })
  const askToErase = async (item: TrashedItem) => {
    const text = `“${item.originalName}” by ${item.username} will be gone for good, with its ${lost(item)}. This cannot be undone.`
    const isConfirmed = await confirm({ title: 'Delete this for good?', text, action: 'Delete for good' })
    if (isConfirmed) erase.mutate(item)
    return isConfirmed
  }
  return { restore: restore.mutate, erase: askToErase, isUnderWay: restore.isPending || erase.isPending }
}

type All = { filters: TrashFilters; total: number }

const isFiltered = ({ search, trashedBy }: TrashFilters) => search !== undefined || trashedBy !== undefined

/** `12 items that match`. */
const nameOf = ({ filters, total }: All) => `${counted(total, 'item')}${isFiltered(filters) ? ' that match' : ''}`

/** Deletes for good all that the trash shows. */
export function useEmptying() {
  const work = useOperation({
    kind: 'empty-trash',
    send: startEmptying,
    failed: EMPTY_FAILED,
    onEnded: ({ status, result }) => {
      void invalidateTrash()
      if (status === 'done' && result) toast({ title: ERASED.title, description: result.message })
    },
  })
  const empty = async (all: All) => {
    const title = isFiltered(all.filters) ? 'Delete these for good?' : 'Empty the trash?'
    const text = `${nameOf(all)} will be gone for good, with all votes, views and files. This cannot be undone.`
    const action = `Delete ${counted(all.total, 'item')} for good`
    if (await confirm({ title, text, action })) work.start(all.filters)
  }
  return { ...work, empty: (all: All) => void empty(all) }
}

/** Brings back all that the trash shows. */
export function useRestoring() {
  const work = useOperation({
    kind: 'restore-media',
    send: startRestoring,
    failed: RESTORE_FAILED,
    onEnded: ({ status, result }) => {
      void invalidateTrash()
      invalidateMedia()
      const isWhole = result?.errors.length === 0
      if (status === 'done' && result)
        toast({
          title: isWhole ? RESTORED.title : RESTORE_FAILED.title,
          description: result.message,
          variant: isWhole ? 'default' : 'destructive',
        })
    },
  })
  const restoreAll = async (all: All) => {
    const text = `Visitors see ${nameOf(all)} again, with all votes.`
    const action = `Restore ${counted(all.total, 'item')}`
    if (await confirm({ title: `${action}?`, text, action })) work.start(all.filters)
  }
  return { ...work, restoreAll: (all: All) => void restoreAll(all) }
}
