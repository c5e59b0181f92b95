import { count, counted } from '@hotvote/shared/counted'
import type { LibraryItem, MediaRemoval, RemovalCounts } from '@hotvote/shared/media-library'
import type { OperationOf } from '@hotvote/shared/operation-results'
import type { Operation } from '@hotvote/shared/operations'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fileSize, mediaLabel } from '../../../lib/browser/format.ts'
import { toast } from '../../../lib/browser/toasts.ts'
import { textOf } from '../../../lib/net/call-error.ts'
import { fateOf, fatesOf, neverAgain } from '../../../lib/operator/moderation.ts'
import { tellFailed, tellStopped, useOperation } from '../../../lib/operator/operations.ts'
import { confirmWithOption } from '../../../ui/overlays/confirm.tsx'
import {
  type AllMatching,
  DELETED,
  FAILED,
  type Failure,
  invalidateMedia,
  isFiltered,
  MEDIA_QUERY_KEYS,
  removalCountsOf,
  removeItem,
  startRemoval,
} from './media.api.ts'
import { useRestoration } from './use-trash.ts'

const sum = (items: LibraryItem[], key: 'totalVotes' | 'totalViews' | 'size') =>
  items.reduce((total, item) => total + item[key], 0)

const countsOf = (items: LibraryItem[]): RemovalCounts => {
  const forGood = items.filter(({ isForGood }) => isForGood).length
  return { toTrash: items.length - forGood, forGood }
}

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
      text: fateOf(first, `“${first.originalName}” by ${first.username}`, `${votes}, ${views} and ${files}`),
      action: `Delete ${kind}`,
    }
  }
  return {
    title: `Delete ${count(items.length)} items?`,
    text: fatesOf(`${count(items.length)} items`, countsOf(items), `${votes}, ${views} and ${files}`),
    action: `Delete ${count(items.length)} items`,
  }
}

/** The same of all that match, whatever is loaded of it. */
const questionAboutAll = ({ filters }: AllMatching, counts: RemovalCounts) => {
  const total = counted(counts.toTrash + counts.forGood, 'item')
  const all = `All ${total}${isFiltered(filters) ? ' that match' : ''}`
  return {
    title: `Delete ${total}?`,
    text: `${fatesOf(all, counts, 'votes, views and files')} What is uploaded meanwhile stays.`,
    action: `Delete ${total}`,
  }
}

type Wanted = { wanted: LibraryItem[] | AllMatching; neverAgain: boolean }

const questionOf = async (wanted: LibraryItem[] | AllMatching) =>
  Array.isArray(wanted) ? questionAbout(wanted) : questionAboutAll(wanted, await removalCountsOf(wanted))

/** Null when the operator says no, and when nobody knows what would go. */
const ask = async (wanted: LibraryItem[] | AllMatching) => {
  try {
    return await confirmWithOption({ ...(await questionOf(wanted)), option: neverAgain() })
  } catch (error) {
    toast({ title: FAILED.title, description: textOf(error, FAILED.fallback), variant: 'destructive' })
    return null
  }
}

/** What `useRemoval` knows and can do. */
export type Removal = {
  /** Answers false when the operator says no. */
  remove: (wanted: LibraryItem[] | AllMatching) => Promise<boolean>
  isUnderWay: boolean
  /** Of many, once it has begun; it may have been begun elsewhere. */
  operation: Operation | null
  failures: Failure[]
  stop: () => void
  dismiss: () => void
}

type Ended = OperationOf<'delete-media'>

/** What became of many: those that this removal took, and those that are still there. */
function outcomeOf({ status, error }: Ended, result: MediaRemoval, requested: LibraryItem[]) {
  const { deleted, alreadyGone = [], errors } = result
  const [isGone, reasons] = [new Set(deleted), new Map(errors.map(({ id, reason }) => [id, reason]))]
  const failed = requested.filter(({ id }) => (status === 'failed' ? !isGone.has(id) : reasons.has(id)))
  return {
    taken: requested.filter(({ id }) => isGone.has(id) && !alreadyGone.includes(id)),
    failures: failed.map((item) => ({ item, reason: reasons.get(item.id) ?? error ?? FAILED.fallback })),
    stopped: status === 'stopped' ? { result } : undefined,
  }
}

/** Tells what came of a removal, and keeps what could not go. */
function useReport() {
  const [failures, setFailures] = useState<Failure[]>([])
  const { mutate: restore } = useRestoration()
  const undoOf = (items: LibraryItem[]) => {
    const restorable = items.filter(({ isForGood }) => !isForGood)
    if (restorable.length === 0) return undefined
    return { action: { label: 'Undo', hint: 'Restore from the trash', run: () => restore(restorable) } }
  }
  const report = ({ taken = [], failures: newFailures = [], stopped }: Partial<ReturnType<typeof outcomeOf>>) => {
    setFailures(newFailures)
    if (newFailures.length > 0) toast({ title: FAILED.title, description: FAILED.fallback, variant: 'destructive' })
    else if (stopped) tellStopped(stopped, undoOf(taken))
    else toast({ ...DELETED, ...undoOf(taken) })
  }
  return { failures, report, dismiss: () => setFailures([]) }
}

/** How far it came, where that is all that is known. */
const progressOf = ({ progress: { done, total } }: Ended) =>
  total === null ? undefined : `${count(done)} of ${counted(total, 'item')} were dealt with`

/** The same where it is not known here which of them are gone: of all that match, or without a result. */
function reportNumbers(ended: Ended) {
  const { status, result } = ended
  if (status === 'failed') tellFailed(ended, FAILED, result?.message ?? progressOf(ended))
  else if (result && result.errors.length > 0)
    toast({ title: FAILED.title, description: result.message, variant: 'destructive' })
  else if (status === 'stopped') tellStopped(ended)
  else if (status === 'done') toast(DELETED)
}

/** Asks, then removes: one item at once, many by an operation that goes on without this screen and can be stopped. */
export function useRemoval(): Removal {
  const { failures, report, dismiss } = useReport()
  const onEnded = (ended: Ended, request: { input: Wanted } | undefined) => {
    invalidateMedia()
    const wanted = request?.input.wanted
    if (Array.isArray(wanted) && ended.result) report(outcomeOf(ended, ended.result, wanted))
    else if (wanted) reportNumbers(ended)
  }
  const many = useOperation({ kind: 'delete-media', send: startRemoval, failed: FAILED, onEnded })
  const one = useMutation({
    mutationFn: async ({ item, isBarred }: { item: LibraryItem; isBarred: boolean }) => ({
      item,
      ...(await removeItem(item, isBarred)),
    }),
    meta: { failed: FAILED, invalidates: MEDIA_QUERY_KEYS, refetchOnLostAnswer: MEDIA_QUERY_KEYS },
    onSuccess: ({ item, reason, wasGone }) =>
      report(reason === undefined ? { taken: wasGone ? [] : [item] } : { failures: [{ item, reason }] }),
  })
  const isUnderWay = many.isUnderWay || one.isPending
  const remove = async (wanted: LibraryItem[] | AllMatching) => {
    const [first, ...others] = Array.isArray(wanted) ? wanted : []
    if ((Array.isArray(wanted) && !first) || isUnderWay) return false
    const confirmed = await ask(wanted)
    if (!confirmed) return false
    dismiss()
    if (first && others.length === 0) one.mutate({ item: first, isBarred: confirmed.isChosen })
    else many.start({ wanted, neverAgain: confirmed.isChosen })
    return true
  }
  return {
    remove,
    isUnderWay,
    operation: many.isUnderWay ? many.operation : null,
    failures,
    stop: many.stop,
    dismiss,
  }
}
