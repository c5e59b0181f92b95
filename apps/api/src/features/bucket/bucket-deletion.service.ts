import type { BucketDeletion } from '@hotvote/shared/bucket'
import { counted } from '@hotvote/shared/counted'
import { recordOperator } from '../../audit/audit-log.ts'
import { isBackupRunning } from '../../db/backup-lock.ts'
import { type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { isKey, partsOfKey } from '../../domain/media-keys.ts'
import type { Operator } from '../../http/guards.ts'
import { addJob } from '../../jobs/queue.ts'
import { deleteMediaIn } from '../media/media-deletion.service.ts'
import { stemsBeingRendered } from '../uploads/renditions.service.ts'
import { inBatches } from './batches.ts'
import { isImportOpen, usesOf } from './bucket.queries.ts'

type DeletionDeps = Pick<Deps, 'db' | 'log'> & { storage: Pick<Deps['storage'], 'head' | 'delete'> }
type Refused = BucketDeletion['errors'][number]

/** Why a file is refused that is gone already. */
export const NO_SUCH_FILE = 'There is no such file.'

const NOT_ENDED = 'This file belongs to an upload that has not ended yet.'

/** What a deletion comes to: items with those of their files that were named, files alone, and what is refused. */
type Plan = { items: Map<number, string[]>; files: string[]; errors: Refused[] }

const planOf = async ({ db, storage }: DeletionDeps, keys: string[]): Promise<Plan> => {
  const plan: Plan = { items: new Map(), files: [], errors: [] }
  const refuse = (key: string, reason: string) => plan.errors.push({ key, reason })
  // First: what was being made then, and is named by its item since, has a use.
  const rendered = await stemsBeingRendered(db, keys)
  const uses = await usesOf(db, keys.filter(isKey))
  const unused: string[] = []
  for (const key of keys) {
    const use = uses.get(key)
    if (!isKey(key)) refuse(key, 'This is not a file of the bucket.')
    else if (!use) unused.push(key)
    else if (use.isPending) refuse(key, NOT_ENDED)
    else plan.items.set(use.mediaId, [...(plan.items.get(use.mediaId) ?? []), key])
  }
  await inBatches(unused, async (key) => {
    if (rendered.has(partsOfKey(key).stem ?? '')) refuse(key, NOT_ENDED)
    else if (await storage.head(key)) plan.files.push(key)
    else refuse(key, NO_SUCH_FILE)
  })
  return plan
}

const deleteItems = async (deps: DeletionDeps, operator: Operator, { items, errors }: Plan) => {
  const gone = { files: 0, items: 0, votes: 0, queued: 0 }
  for (const [mediaId, keys] of items) {
    try {
      const { votes, files } = await withTx(deps, (tx) =>
        deleteMediaIn(tx, operator, { mediaId, why: { bucket: keys[0] } }),
      )
      gone.files += keys.length
      gone.items++
      gone.votes += votes
      gone.queued += files
    } catch (failure) {
      if (!(failure instanceof AppError)) throw failure
      errors.push(...keys.map((key) => ({ key, reason: failure.message })))
    }
  }
  return gone
}

/**
 * Deletes files that no item uses. What the store does not delete now is deleted by a job as soon as it answers, and what a
 * backup may still have to copy, for an item that it has seen, after that.
 */
const deleteUnusedFiles = async ({ db, log, storage }: DeletionDeps, files: string[]) => {
  const isCopied = await isBackupRunning(db)
  const late = isCopied ? [...files] : []
  await inBatches(isCopied ? [] : files, (key) =>
    storage.delete(key).catch((failure: Error) => {
      log.warn({ reason: failure.name }, 'a file of the bucket is deleted later')
      late.push(key)
    }),
  )
  if (late.length > 0) await addJob(db, 'delete-files', { keys: late })
  return late.length
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

const deletePlanned = async (deps: DeletionDeps, operator: Operator, plan: Plan): Promise<BucketDeletion> => {
  const planned = { files: plan.files.length, items: plan.items.size, refused: plan.errors.length }
  await recordOperator(deps.db, operator, { event: 'BUCKET_DELETE_REQUEST', context: planned })
  const gone = await deleteItems(deps, operator, plan)
  const late = await deleteUnusedFiles(deps, plan.files)
  const result = { deleted: gone.files + plan.files.length, items: gone.items, votes: gone.votes }
  // Files of items always go by a job, files alone when the store did not answer: the entry says what it did not see go.
  const context = { ...result, refused: plan.errors.length, keys: plan.files, stillToDelete: gone.queued + late }
  await recordOperator(deps.db, operator, { event: 'BUCKET_DELETE_COMPLETED', context })
  return { message: deletionMessage(result, plan.errors.length), ...result, errors: plan.errors }
}

/**
 * Deletes files of the bucket for ever. One that an item uses takes the item with it: no item stays without its files.
 * @throws {AppError} `busy` while an import runs, which makes items of such files; `unavailable` when the store does not
 * answer: then nothing was deleted
 */
export const deleteFromBucket = async (
  deps: DeletionDeps,
  filenames: string[],
  operator: Operator,
): Promise<BucketDeletion> => {
  await refuseDuringImport(deps.db)
  return deletePlanned(deps, operator, await planOf(deps, [...new Set(filenames)]))
}

/**
 * The same for those of these files that no item uses; the others stay.
 * @throws {AppError} as above
 */
export const deleteUnusedFromBucket = async (deps: DeletionDeps, filenames: string[], operator: Operator) => {
  await refuseDuringImport(deps.db)
  return deletePlanned(deps, operator, { ...(await planOf(deps, filenames)), items: new Map() })
}
