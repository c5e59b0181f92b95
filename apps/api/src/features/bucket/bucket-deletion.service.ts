import type { BucketDeletion } from '@hotvote/shared/bucket'
import { counted } from '@hotvote/shared/counted'
import { recordOperator } from '../../audit/audit-log.ts'
import { isBackupRunning } from '../../db/backup-lock.ts'
import { type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Operator } from '../../http/guards.ts'
import { addDeletionJobs } from '../../jobs/queue.ts'
import { deleteMediaIn } from '../media/media-deletion.service.ts'
import { tryToDelete } from '../uploads/uploads.service.ts'
import { holdItems, isImportOpen, keysOfItem } from './bucket.queries.ts'
import {
  COPY_GONE,
  IN_USE,
  type Order,
  type OrderedFile,
  orderOf,
  type Plan,
  planOf,
} from './bucket-deletion-plan.service.ts'

type DeletionDeps = Pick<Deps, 'db' | 'log'> & { storage: Pick<Deps['storage'], 'head' | 'delete'> }

/** An item that went, with the keys of all its files; `queued` of them are moved or deleted by a job. */
export type Taken = { keys: string[]; votes: number; queued: number }
/** Who deletes. `save` is part of each transaction that takes an item, and is given those that went before it, too. */
export type By = { operator: Operator; save?: (tx: Db, taken: Taken[]) => Promise<void> }

type Item = { mediaId: number; files: OrderedFile[] }

/** Of two deletions at once, each of which leaves the other's copy, one comes first, and the other is refused. */
const deleteItem = (
  deps: DeletionDeps,
  { operator, save }: By,
  { mediaId, files, before }: Item & { before: Taken[] },
) =>
  withTx(deps, async (tx): Promise<Taken> => {
    const staying = files.flatMap(({ told }) => told?.stays ?? [])
    if (!(await holdItems(tx, staying))) throw new AppError('not_found', COPY_GONE)
    const why = { bucket: files[0]?.key }
    const { votes, files: queued } = await deleteMediaIn(tx, operator, { mediaId, why })
    const taken = { keys: await keysOfItem(tx, mediaId), votes, queued }
    await save?.(tx, [...before, taken])
    return taken
  })

const deleteItems = async (deps: DeletionDeps, by: By, { items, errors }: Plan) => {
  const taken: Taken[] = []
  let count = 0
  for (const [mediaId, files] of items) {
    try {
      taken.push(await deleteItem(deps, by, { mediaId, files, before: taken }))
      count += files.length
    } catch (failure) {
      if (!(failure instanceof AppError)) throw failure
      errors.push(...files.map(({ key }) => ({ key, reason: failure.message })))
    }
  }
  return { taken, files: count }
}

/**
 * Deletes files that no item uses, and returns those that one uses by now: the items that were deleted before may have taken a while. What the store does not delete now is deleted by a job as soon as it answers, and what a
 * backup may still have to copy, for an item that it has seen, after that.
 */
const deleteUnusedFiles = async (deps: DeletionDeps, files: string[]) => {
  const { db, log } = deps
  const isCopied = await isBackupRunning(db)
  const { used, failures } = await tryToDelete(deps, isCopied ? [] : files)
  for (const failure of failures.values()) log.warn({ reason: failure.name }, 'a file of the bucket is deleted later')
  const late = isCopied ? files : [...failures.keys()]
  await addDeletionJobs(db, late)
  return { used: new Set(used), late: late.length }
}

export const deletionMessage = (gone: { deleted: number; items: number; votes: number }, refused: number) => {
  const { deleted, items, votes } = gone
  const withItems = items > 0 ? ` and ${counted(items, 'item')} with ${counted(votes, 'vote')}` : ''
  const left = refused > 0 ? `; ${counted(refused, 'file')} could not be deleted` : ''
  return `Deleted ${counted(deleted, 'file')}${withItems}${left}`
}

export const refuseDuringImport = async (db: Db) => {
  if (await isImportOpen(db)) throw new AppError('busy', 'An import is running. Stop it, or wait for its end.')
}

/** With the items that went. */
type Deletion = BucketDeletion & { taken: Taken[] }

const total = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

const deletePlanned = async (deps: DeletionDeps, by: By, plan: Plan): Promise<Deletion> => {
  const { db } = deps
  const planned = { files: plan.files.length, items: plan.items.size, refused: plan.errors.length }
  await recordOperator(db, by.operator, { event: 'BUCKET_DELETE_REQUEST', context: planned })
  const { taken, files } = await deleteItems(deps, by, plan)
  const { used, late } = await deleteUnusedFiles(deps, plan.files)
  const gone = plan.files.filter((key) => !used.has(key))
  plan.errors.push(...[...used].map((key) => ({ key, reason: IN_USE })))
  const votes = total(taken.map((item) => item.votes))
  const result = { deleted: files + gone.length, items: taken.length, votes }
  // Files of items always go by a job, files alone when the store did not answer: the entry says what it did not see go.
  const stillToDelete = total(taken.map(({ queued }) => queued)) + late
  const context = { ...result, refused: plan.errors.length, keys: gone, stillToDelete }
  await recordOperator(db, by.operator, { event: 'BUCKET_DELETE_COMPLETED', context })
  return { message: deletionMessage(result, plan.errors.length), ...result, errors: plan.errors, taken }
}

/**
 * Deletes files of the bucket: one that no item uses for ever. Of one that an item uses the whole item is deleted, so that none stays
 * without its files, and can be brought back from the trash like any other.
 * Where it was told what goes and what stays, and that is otherwise by now, a file is refused.
 * @throws {AppError} `busy` while an import runs, which makes items of such files; `unavailable` when the store does not
 * answer: then nothing was deleted
 */
export const deleteFromBucket = async (deps: DeletionDeps, order: Order, by: By): Promise<Deletion> => {
  await refuseDuringImport(deps.db)
  return deletePlanned(deps, by, await planOf(deps, order))
}

/**
 * The same for those of these files that no item uses; the others stay.
 * @throws {AppError} as above
 */
export const deleteUnusedFromBucket = (deps: DeletionDeps, filenames: string[], operator: Operator) =>
  deleteFromBucket(deps, orderOf({ filenames, told: filenames.map(() => null) }), { operator })
