import { counted } from '@hotvote/shared/counted'
import type { TrashedItem } from '@hotvote/shared/operator/media-library'
import { useMutation } from '@tanstack/react-query'
import { toast } from '../../../lib/browser/toasts.ts'
import { NEVER_AGAIN } from '../../../lib/operator/moderation.ts'
import { tellStopped, toastFailure, useOperation } from '../../../lib/operator/operations.ts'
import { confirm, confirmWithOption } from '../../../ui/overlays/confirm.tsx'
import { invalidateMedia, MEDIA_QUERY_KEYS } from './media.api.ts'
import {
  type AllTrashed,
  eraseItem,
  invalidateTrash,
  isFilteredTrash,
  type Restored,
  restoreItems,
  startEmptying,
  startRestoring,
  TRASH_QUERY_KEY,
} from './trash.api.ts'

const RESTORE_FAILED = { title: 'Error', fallback: 'Failed to restore media' }
const ERASED = { title: 'Deleted for good', description: 'It cannot be restored.' }
const ERASE_FAILED = { title: 'Error', fallback: 'Failed to delete media for good' }
const EMPTY_FAILED = { title: 'Error', fallback: 'Failed to empty the trash' }

const lost = ({ totalVotes, totalViews }: TrashedItem) =>
  `${counted(totalVotes, 'vote')}, ${counted(totalViews, 'view')} and all its files`

const invalidates = [TRASH_QUERY_KEY, ...MEDIA_QUERY_KEYS]
const changed = { invalidates, refetchOnLostAnswer: invalidates }

const tellRestored = ({ message, errors }: Pick<Restored, 'message' | 'errors'>) =>
  errors.length === 0
    ? toast({ title: 'Restored', description: message })
    : toast({ title: RESTORE_FAILED.title, description: message, variant: 'destructive' })

export const useRestoration = () =>
  useMutation({
    mutationFn: restoreItems,
    meta: { failed: RESTORE_FAILED, ...changed },
    onSuccess: tellRestored,
  })

export function useTrash() {
  const restore = useRestoration()
  const erase = useMutation({
    mutationFn: ({ item, isBarred }: { item: TrashedItem; isBarred: boolean }) => eraseItem(item.id, isBarred),
    meta: { done: ERASED, failed: ERASE_FAILED, ...changed },
  })
  const askToErase = async (item: TrashedItem) => {
    const text = `“${item.originalName}” by ${item.username} will be gone for good, with its ${lost(item)}. This cannot be undone.${item.isBarred ? ' Copies of it stay refused.' : ''}`
    const question = { title: 'Delete this for good?', text, action: 'Delete for good' }
    const confirmed = await confirmWithOption({ ...question, ...(!item.isBarred && { option: NEVER_AGAIN }) })
    if (confirmed) erase.mutate({ item, isBarred: confirmed.isChosen })
  }
  return {
    restore: (item: TrashedItem) => restore.mutate([item]),
    erase: askToErase,
    isUnderWay: restore.isPending || erase.isPending,
  }
}

const describeTrash = ({ filters, total }: AllTrashed) =>
  `${counted(total, 'item')}${isFilteredTrash(filters) ? ' that match' : ''}`

export function useEmptying() {
  const work = useOperation({
    kind: 'empty-trash',
    send: startEmptying,
    failed: EMPTY_FAILED,
    onEnded: (ended) => {
      const { status, result } = ended
      void invalidateTrash()
      if (status === 'failed') toastFailure(ended, EMPTY_FAILED)
      else if (status === 'stopped') tellStopped(ended)
      else if (result) toast({ title: ERASED.title, description: result.message })
    },
  })
  const empty = async (all: AllTrashed) => {
    const title = isFilteredTrash(all.filters) ? 'Delete these for good?' : 'Empty the trash?'
    const text = `${describeTrash(all)} will be gone for good, with all votes, views and files. This cannot be undone.`
    const action = `Delete ${counted(all.total, 'item')} for good`
    const confirmed = await confirmWithOption({ title, text, action, option: NEVER_AGAIN })
    if (confirmed) work.start({ ...all, neverAgain: confirmed.isChosen })
  }
  return { ...work, empty: (all: AllTrashed) => void empty(all) }
}

export function useRestoring() {
  const work = useOperation({
    kind: 'restore-media',
    send: startRestoring,
    failed: RESTORE_FAILED,
    onEnded: (ended) => {
      const { status, result } = ended
      void invalidateTrash()
      invalidateMedia()
      if (status === 'failed') toastFailure(ended, RESTORE_FAILED)
      else if (status === 'stopped') tellStopped(ended)
      else if (result) tellRestored(result)
    },
  })
  const restoreAll = async (all: AllTrashed) => {
    const text = `${describeTrash(all)} will be shown to visitors again, with all votes. What reports had hidden waits in the queue again.`
    const action = `Restore ${counted(all.total, 'item')}`
    if (await confirm({ title: `${action}?`, text, action })) work.start(all)
  }
  return { ...work, restoreAll: (all: AllTrashed) => void restoreAll(all) }
}
