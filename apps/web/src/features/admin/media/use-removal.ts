import { count, counted } from '@hotvote/shared/counted'
import { TRASH_DAYS } from '@hotvote/shared/limits'
import type { LibraryItem } from '@hotvote/shared/media-library'
import type { OperationOf } from '@hotvote/shared/operation-results'
import type { Operation } from '@hotvote/shared/operations'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fileSize } from '../../../lib/browser/format.ts'
import { mediaLabel } from '../../../lib/browser/media-label.ts'
import { toast } from '../../../lib/browser/toasts.ts'
import { useOperation } from '../../../lib/operator/operations.ts'
import { confirm } from '../../../ui/confirm.tsx'
import {
  DELETED,
  FAILED,
  type Failure,
  invalidateMedia,
  MEDIA_QUERY_KEYS,
  removeFromCache,
  removeItem,
  startRemoval,
  undoRemoval,
} from './media.api.ts'

const sum = (items: LibraryItem[], key: 'totalVotes' | 'totalViews' | 'size') =>
  items.reduce((total, item) => total + item[key], 0)

/** What will go, in numbers. */
function questionAbout(items: LibraryItem[]) {
  const [first] = items
  const votes = counted(sum(items, 'totalVotes'), 'vote')
  const views = counted(sum(items, 'totalViews'), 'view')
  const files = `files (${fileSize(sum(items, 'size'))})`
  if (items.length === 1 && first) {
    const kind = mediaLabel(first.mimeType).toLowerCase()
    return {
      title: `Delete this ${kind}?`,
      text: `“${first.originalName}” by ${first.username} goes to the trash, with its ${votes}, ${views} and ${files}. You can restore it for ${TRASH_DAYS} days.`,
      action: `Delete ${kind}`,
    }
  }
  return {
    title: `Delete ${count(items.length)} items?`,
    text: `${count(items.length)} items go to the trash, with their ${votes}, ${views} and ${files}. You can restore them for ${TRASH_DAYS} days.`,
    action: `Delete ${count(items.length)} items`,
  }
}

const undoOf = (item: LibraryItem) => ({
  label: 'Undo',
  hint: 'Restore it from the trash',
  run: () => void undoRemoval(item),
})

/** What `useRemoval` knows and can do. */
export type Removal = {
  remove: (items: LibraryItem[]) => void
  isUnderWay: boolean
  /** Of many, once it has begun; it may have been begun elsewhere. */
  operation: Operation | null
  failures: Failure[]
  stop: () => void
  dismiss: () => void
}

/** What became of many: those that are gone, and those that are still there. */
function outcomeOf({ status, result, error }: OperationOf<'delete-media'>, requested: LibraryItem[]) {
  const { deleted, errors } = result ?? { deleted: [], errors: [] }
  const [isGone, reasons] = [new Set(deleted), new Map(errors.map(({ id, reason }) => [id, reason]))]
  const failed = requested.filter(({ id }) => (status === 'failed' ? true : reasons.has(id)))
  return {
    gone: requested.filter(({ id }) => isGone.has(id)),
    failures: failed.map((item) => ({ item, reason: reasons.get(item.id) ?? error ?? FAILED.fallback })),
    isStopped: status === 'stopped',
  }
}

/** Asks, then removes: one item at once, many by an operation that goes on without this screen and can be stopped. */
export function useRemoval(onGone: (items: LibraryItem[]) => void): Removal {
  const [failures, setFailures] = useState<Failure[]>([])
  const requested = useRef<LibraryItem[]>([])
  const report = ({ gone, failures: newFailures, isStopped = false }: Partial<ReturnType<typeof outcomeOf>>) => {
    if (gone && gone.length > 0) {
      onGone(gone)
      removeFromCache(gone)
    }
    setFailures(newFailures ?? [])
    if (newFailures && newFailures.length > 0)
      toast({ title: FAILED.title, description: FAILED.fallback, variant: 'destructive' })
    else if (!isStopped) toast({ ...DELETED, ...(gone?.length === 1 && gone[0] && { action: undoOf(gone[0]) }) })
  }
  const onEnded = (operation: OperationOf<'delete-media'>) => {
    if (requested.current.length === 0) invalidateMedia()
    else report(outcomeOf(operation, requested.current))
    requested.current = []
  }
  const many = useOperation({ kind: 'delete-media', send: startRemoval, failed: FAILED, onEnded })
  const one = useMutation({
    mutationFn: async (item: LibraryItem) => ({ item, reason: await removeItem(item) }),
    meta: { failed: FAILED, refetchOnLostAnswer: MEDIA_QUERY_KEYS },
    onSuccess: ({ item, reason }) => report(reason === undefined ? { gone: [item] } : { failures: [{ item, reason }] }),
  })
  const isUnderWay = many.isUnderWay || one.isPending
  const remove = async (items: LibraryItem[]) => {
    const [first] = items
    if (!first || isUnderWay || !(await confirm(questionAbout(items)))) return
    setFailures([])
    if (items.length === 1) return one.mutate(first)
    requested.current = items
    many.start(items)
  }
  return {
    remove: (items) => void remove(items),
    isUnderWay,
    operation: many.isUnderWay ? many.operation : null,
    failures,
    stop: many.stop,
    dismiss: () => setFailures([]),
  }
}
