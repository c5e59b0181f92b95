import type { BucketDeletion } from '@hotvote/shared/bucket'
import { count, counted } from '@hotvote/shared/counted'
import { TRASH_DAYS } from '@hotvote/shared/limits'
import type { OperationOf } from '@hotvote/shared/operation-results'
import type { Operation } from '@hotvote/shared/operations'
import { useQueryClient } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import { toast } from '../../../lib/browser/toasts.ts'
import { TRY_AGAIN } from '../../../lib/net/query-client.ts'
import { useOperation } from '../../../lib/operator/operations.ts'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import { BUCKET, startDeletion } from './bucket.api.ts'
import type { Deletable } from './deletable.ts'
import { DeletionReview } from './deletion-review.tsx'

/** Milliseconds after a deletion until the list is loaded again (`admin.md §9`). */
const RELOAD_AFTER_MS = 1000
/** Items that the question names. */
const NAMES_MAX = 5

const itemsOf = (files: Deletable[]) => [
  ...new Map(files.flatMap(({ item }) => (item ? [[item.id, item] as const] : []))).values(),
]

/** Says first which items go with their files. */
function questionAbout(files: Deletable[]) {
  const items = itemsOf(files)
  const title = `Delete ${counted(files.length, 'file')}?`
  const action = `Delete ${counted(files.length, 'file')}`
  if (items.length === 0)
    return { title, action, text: 'No item uses what is selected. It will be gone for good. This cannot be undone.' }
  const votes = counted(
    items.reduce((sum, item) => sum + item.votes, 0),
    'vote',
  )
  const names = items.slice(0, NAMES_MAX).map(({ name }) => `“${name}”`)
  const more = items.length > NAMES_MAX ? ` and ${count(items.length - NAMES_MAX)} more` : ''
  const isOthers = files.some(({ item }) => !item)
  const whose = items.length === 1 ? 'its' : 'their'
  return {
    title: `${title.slice(0, -1)} and ${counted(items.length, 'item')}?`,
    action: `${action} and ${counted(items.length, 'item')}`,
    text: `Visitors see files of ${counted(items.length, 'item')}: ${names.join(', ')}${more}. ${
      items.length === 1 ? 'The item goes' : 'The items go'
    } to the trash, with ${whose} ${votes}, views and all ${whose} files. You can restore ${
      items.length === 1 ? 'it' : 'them'
    } for ${TRASH_DAYS} days. Items with an upheld takedown are deleted for good.${isOthers ? ' What no item uses will be gone for good.' : ''}`,
  }
}

/** The pictures stand beside the question. */
const confirmDeletion = (files: Deletable[]) =>
  confirm({ ...questionAbout(files), details: createElement(DeletionReview, { files }) })

/** When the files and items were deleted, as ISO times, that went while the screen is open: older reports still name them. */
export type Deleted = { files: ReadonlyMap<string, string>; items: ReadonlyMap<number, string> }

/** What was deleted after a report began. Of what went before, it knows more: that may have been restored since. */
export const goneSince = ({ files, items }: Deleted, began: string) => ({
  isFileGone: (key: string) => (files.get(key) ?? '') > began,
  isItemGone: (id: number | null) => id !== null && (items.get(id) ?? '') > began,
})

const FAILED = { title: 'Failed to delete files' }

/** Those that were dealt with and not refused. */
function deletedOf(files: Deletable[], { progress }: Operation, { errors }: BucketDeletion) {
  const refused = new Set(errors.map(({ key }) => key))
  return files.slice(0, progress.done).filter(({ key }) => !refused.has(key))
}

/** Asks, deletes, and loads the list again a second later. The deletion goes on without this screen. */
export function useFileDeletion(onDeleted: (files: Deletable[]) => void) {
  const client = useQueryClient()
  const [gone, setGone] = useState<Deleted>({ files: new Map(), items: new Map() })
  const [outcome, setOutcome] = useState<BucketDeletion>()

  const markDeleted = (deleted: Deletable[], time: string) => {
    setGone(({ files, items }) => ({
      files: new Map([...files, ...deleted.map(({ key }) => [key, time] as const)]),
      items: new Map([...items, ...itemsOf(deleted).map(({ id }) => [id, time] as const)]),
    }))
    onDeleted(deleted)
  }
  const onEnded = (operation: OperationOf<'delete-bucket-files'>, request: { input: Deletable[] } | undefined) => {
    const { result } = operation
    if (operation.status === 'failed')
      toast({ title: FAILED.title, description: operation.error ?? TRY_AGAIN, variant: 'destructive' })
    if (result) {
      setOutcome(result)
      markDeleted(deletedOf(request?.input ?? [], operation, result), operation.endedAt ?? '')
    }
    setTimeout(() => client.invalidateQueries({ queryKey: BUCKET }), RELOAD_AFTER_MS)
  }
  const work = useOperation({
    kind: 'delete-bucket-files',
    send: startDeletion,
    failed: FAILED,
    onEnded,
  })

  const remove = async (files: Deletable[]) => {
    if (files.length === 0 || work.isUnderWay || !(await confirmDeletion(files))) return
    setOutcome(undefined)
    work.start(files)
  }
  return { remove, work, gone, outcome, dismiss: () => setOutcome(undefined) }
}
