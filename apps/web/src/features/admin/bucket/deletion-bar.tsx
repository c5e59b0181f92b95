import { count, counted } from '@hotvote/shared/counted'
import { TRASH_DAYS } from '@hotvote/shared/limits'
import { BUCKET_DELETE_MAX, type BucketDeletion } from '@hotvote/shared/operator/bucket'
import type { OperationOf } from '@hotvote/shared/operator/operation-results'
import type { Operation } from '@hotvote/shared/operator/operations'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2, X } from 'lucide-react'
import { createElement, useState } from 'react'
import { toastFailure, useOperation } from '../../../lib/operator/operations.ts'
import { BulkBar, type Selection } from '../../../ui/data/table-selection.tsx'
import { StopButton } from '../../../ui/feedback/operation-card.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import { BUCKET, type Deletable, startDeletion } from './bucket.api.ts'
import { FilePicture } from './file-picture.tsx'

type Props = { selection: Selection<string>; deletion: ReturnType<typeof useFileDeletion>; onDelete: () => void }

export function DeletionBar({ selection, deletion, onDelete }: Props) {
  const { work, outcome, dismiss } = deletion
  return (
    <div className="pointer-events-none sticky bottom-4 z-20 mt-auto flex flex-col gap-2 *:pointer-events-auto empty:hidden">
      {outcome && (selection.selected.size === 0 || outcome.errors.length > 0) && (
        <Outcome outcome={outcome} onDismiss={dismiss} />
      )}
      {work.isUnderWay ? (
        <UnderWay operation={work.operation} onStop={work.stop} />
      ) : (
        <BulkBar total={selection.selected.size} onClear={selection.clear} max={BUCKET_DELETE_MAX}>
          <Button variant="danger" onClick={onDelete} disabled={selection.selected.size > BUCKET_DELETE_MAX}>
            <Trash2 aria-hidden className="size-4 max-sm:hidden" />
            Delete {counted(selection.selected.size, 'file')}
          </Button>
        </BulkBar>
      )}
    </div>
  )
}

const Outcome = ({ outcome, onDismiss }: { outcome: BucketDeletion; onDismiss: () => void }) => (
  <div className="mx-auto flex w-fit max-w-[min(36rem,100%)] items-start gap-2 rounded-card border border-line bg-panel p-2 pl-4 shadow-soft">
    <div role="status" className="min-w-0 flex-1 py-2">
      <p className="font-semibold">{deletedText(outcome)}</p>
      {outcome.errors.length > 0 && (
        <>
          <p className="text-danger-ink">{count(outcome.errors.length)} could not be deleted:</p>
          <ul
            // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll the list
            tabIndex={0}
            aria-label="Files that could not be deleted"
            className="mt-1 max-h-32 min-h-11 overflow-y-auto text-sm text-mute"
          >
            {outcome.errors.map(({ key, reason }) => (
              <li key={key} className="[overflow-wrap:anywhere]">
                <span className="text-text">{key}</span>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
    <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={onDismiss}>
      <X aria-hidden className="size-5" />
    </Button>
  </div>
)

function UnderWay({ operation, onStop }: { operation: Operation | null; onStop: () => void }) {
  const done = operation?.progress.done ?? 0
  return (
    <div className="mx-auto flex items-center gap-3 rounded-card border border-edge bg-panel p-2 pl-4 font-semibold shadow-soft">
      <p role="status" className="flex min-h-11 items-center gap-3 pr-2 tabular-nums">
        <Spinner isSmall />
        {done === 0 ? 'Deleting…' : `Deleting… ${counted(done, 'file')} done`}
      </p>
      {operation && <StopButton operation={operation} onStop={onStop} />}
    </div>
  )
}

const deletedText = ({ deleted, items, votes }: BucketDeletion) =>
  items > 0
    ? `Deleted ${counted(deleted, 'file')} and ${counted(items, 'item')} with ${counted(votes, 'vote')}`
    : `Deleted ${counted(deleted, 'file')}`

const PICTURES_MAX = 200

function DeletionReview({ files }: { files: Deletable[] }) {
  const pictured = files.filter(({ picture }) => picture)
  if (pictured.length === 0) return null
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll the list
      tabIndex={0}
      aria-label="Files to delete"
      className="mt-4 flex max-h-[50vh] flex-col gap-3 overflow-y-auto rounded-control border border-line p-3"
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3">
        {pictured.slice(0, PICTURES_MAX).map((file) => (
          <Tile key={file.key} file={file} />
        ))}
      </ul>
      {pictured.length > PICTURES_MAX && <p>And {counted(pictured.length - PICTURES_MAX, 'more file')}.</p>}
    </section>
  )
}

function Tile({ file: { key, item, picture } }: { file: Deletable }) {
  return (
    <li className="min-w-0 text-sm">
      {picture && <FilePicture file={picture} className="rounded-md" />}
      <p className="mt-1 truncate font-medium" title={key}>
        {item?.name ?? key}
      </p>
      <p className="text-mute">{item ? counted(item.votes, 'vote') : 'No item'}</p>
    </li>
  )
}

/** Milliseconds (`admin.md §9`). */
const RELOAD_AFTER_MS = 1000
const NAMES_MAX = 5

const listItems = (files: Deletable[]) => [
  ...new Map(files.flatMap(({ item }) => (item ? [[item.id, item] as const] : []))).values(),
]

function questionAbout(files: Deletable[]) {
  const items = listItems(files)
  const title = `Delete ${counted(files.length, 'file')}?`
  const action = `Delete ${counted(files.length, 'file')}`
  if (items.length === 0)
    return {
      title,
      action,
      text: 'No item uses the selected files. They will be deleted for good. This cannot be undone.',
    }
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
    } for ${TRASH_DAYS} days. Items with an upheld takedown are deleted for good.${isOthers ? ' Files without an item will be deleted for good.' : ''}`,
  }
}

const confirmDeletion = (files: Deletable[]) =>
  confirm({ ...questionAbout(files), details: createElement(DeletionReview, { files }) })

const FAILED = { title: 'Failed to delete files' }

const listDeleted = (files: Deletable[], { progress }: Operation, { errors }: BucketDeletion) =>
  files
    .slice(0, progress.done)
    .map(({ key }) => key)
    .filter((key) => !errors.some((error) => error.key === key))

/** Deletes files after a confirmation. The deletion continues even if the operator leaves the screen. */
export function useFileDeletion(onDeleted: (keys: string[]) => void) {
  const client = useQueryClient()
  /** Keys that reports still list, because the reports were made before the deletion. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [outcome, setOutcome] = useState<BucketDeletion>()
  const onEnded = (operation: OperationOf<'delete-bucket-files'>, request: { input: Deletable[] } | undefined) => {
    const { result, status } = operation
    if (status === 'failed') toastFailure(operation, FAILED)
    if (result) {
      const deleted = listDeleted(request?.input ?? [], operation, result)
      setOutcome(result)
      setGone((before) => new Set([...before, ...deleted]))
      onDeleted(deleted)
    }
    setTimeout(() => client.invalidateQueries({ queryKey: BUCKET }), RELOAD_AFTER_MS)
  }
  const work = useOperation({ kind: 'delete-bucket-files', send: startDeletion, failed: FAILED, onEnded })

  const remove = async (files: Deletable[]) => {
    if (files.length === 0 || work.isUnderWay || !(await confirmDeletion(files))) return
    setOutcome(undefined)
    work.start(files)
  }
  return { remove, work, gone, outcome, dismiss: () => setOutcome(undefined) }
}
