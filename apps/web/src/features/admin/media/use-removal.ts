import { count, counted } from '@hotvote/shared/counted'
import type { LibraryItem, MediaRemoval, RemovalCounts } from '@hotvote/shared/operator/media-library'
import type { OperationOf } from '@hotvote/shared/operator/operation-results'
import { useMutation } from '@tanstack/react-query'
import { describeError } from '../../../lib/api/call-error.ts'
import { fileSize, mediaLabel } from '../../../lib/browser/format.ts'
import { toast } from '../../../lib/browser/toasts.ts'
import { describeRemoval, describeRemovals, NEVER_AGAIN } from '../../../lib/operator/moderation.ts'
import { tellStopped, toastFailure, useOperation } from '../../../lib/operator/operations.ts'
import { confirmWithOption } from '../../../ui/overlays/confirm.tsx'
import {
  type AllMatching,
  countRemovals,
  DELETED,
  FAILED,
  invalidateMedia,
  isFiltered,
  MEDIA_QUERY_KEYS,
  removeItem,
  startRemoval,
} from './media.api.ts'
import { useRestoration } from './use-trash.ts'

const sum = (items: LibraryItem[], key: 'totalVotes' | 'totalViews' | 'size') =>
  items.reduce((total, item) => total + item[key], 0)

const countItems = (items: LibraryItem[]): RemovalCounts => {
  const forGood = items.filter(({ isForGood }) => isForGood).length
  return { toTrash: items.length - forGood, forGood }
}

function questionAbout(items: LibraryItem[]) {
  const [first] = items
  const votes = counted(sum(items, 'totalVotes'), 'vote')
  const views = counted(sum(items, 'totalViews'), 'view')
  const files = `files (${fileSize(sum(items, 'size'))})`
  if (items.length === 1 && first) {
    const kind = mediaLabel(first.mimeType).toLowerCase()
    return {
      title: `Delete this ${kind}?`,
      text: describeRemoval(first, `“${first.originalName}” by ${first.username}`, `${votes}, ${views} and ${files}`),
      action: `Delete ${kind}`,
    }
  }
  return {
    title: `Delete ${count(items.length)} items?`,
    text: describeRemovals(`${count(items.length)} items`, countItems(items), `${votes}, ${views} and ${files}`),
    action: `Delete ${count(items.length)} items`,
  }
}

const questionAboutAll = ({ filters }: AllMatching, counts: RemovalCounts) => {
  const total = counted(counts.toTrash + counts.forGood, 'item')
  const all = `All ${total}${isFiltered(filters) ? ' that match' : ''}`
  return {
    title: `Delete ${total}?`,
    text: `${describeRemovals(all, counts, 'votes, views and files')} Newer uploads stay.`,
    action: `Delete ${total}`,
  }
}

type Wanted = { wanted: LibraryItem[] | AllMatching; neverAgain: boolean }

const buildQuestion = async (wanted: LibraryItem[] | AllMatching) =>
  Array.isArray(wanted) ? questionAbout(wanted) : questionAboutAll(wanted, await countRemovals(wanted))

/** Asks for confirmation. Null if the operator declines or the counts fail to load. */
const ask = async (wanted: LibraryItem[] | AllMatching) => {
  try {
    return await confirmWithOption({ ...(await buildQuestion(wanted)), option: NEVER_AGAIN })
  } catch (error) {
    toast({ title: FAILED.title, description: describeError(error, FAILED.fallback), variant: 'destructive' })
    return null
  }
}

type Ended = OperationOf<'delete-media'>

const listRestorable = (requested: LibraryItem[], { deleted }: MediaRemoval) =>
  requested.filter(({ id, isForGood }) => !isForGood && deleted.includes(id))

/** Removes items with an undo. A bulk removal continues even if the operator leaves the screen. */
export function useRemoval() {
  const { mutate: restore } = useRestoration()
  const undo = (items: LibraryItem[]) =>
    items.length === 0 ? {} : { action: { label: 'Undo', hint: 'Restore from the trash', run: () => restore(items) } }
  const onEnded = (ended: Ended, request: { input: Wanted } | undefined) => {
    invalidateMedia()
    if (!request) return
    const { wanted } = request.input
    const { status, result } = ended
    const way = undo(Array.isArray(wanted) && result ? listRestorable(wanted, result) : [])
    if (status === 'failed') toastFailure(ended, FAILED)
    else if (result && result.errors.length > 0)
      toast({ title: FAILED.title, description: result.message, variant: 'destructive', ...way })
    else if (status === 'stopped') tellStopped(ended, way)
    else toast({ ...DELETED, ...way })
  }
  const many = useOperation({ kind: 'delete-media', send: startRemoval, failed: FAILED, onEnded })
  const one = useMutation({
    mutationFn: removeItem,
    meta: { failed: FAILED, invalidates: MEDIA_QUERY_KEYS, refetchOnLostAnswer: MEDIA_QUERY_KEYS },
    onSuccess: (_answer, { item }) => toast({ ...DELETED, ...undo(item.isForGood ? [] : [item]) }),
  })
  const isUnderWay = many.isUnderWay || one.isPending
  /** Resolves to false if the operator declines. */
  const remove = async (wanted: LibraryItem[] | AllMatching) => {
    const [first, ...others] = Array.isArray(wanted) ? wanted : []
    if ((Array.isArray(wanted) && !first) || isUnderWay) return false
    const confirmed = await ask(wanted)
    if (!confirmed) return false
    if (first && others.length === 0) one.mutate({ item: first, isBarred: confirmed.isChosen })
    else many.start({ wanted, neverAgain: confirmed.isChosen })
    return true
  }
  return { remove, operation: many.isUnderWay ? many.operation : null, stop: many.stop }
}
export type Removal = ReturnType<typeof useRemoval>
