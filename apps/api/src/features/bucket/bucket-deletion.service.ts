import type { Parsed } from '@hotvote/shared/contract'
import { counted } from '@hotvote/shared/counted'
import type { BucketDeletion, deleteBucketFiles } from '@hotvote/shared/operator/bucket'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { splitIntoChunks } from '../../domain/chunks.ts'
import { AppError } from '../../domain/errors.ts'
import { isKey } from '../../domain/media-keys.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { isBackupRunning } from '../../platform/db/backup-lock.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import type { Operator, OperatorWithPreference } from '../../platform/http/guards.ts'
import { addDeletionJobs } from '../../platform/jobs/queue.ts'
import type { Runner, Work } from '../../platform/operations/operation-runner.service.ts'
import { answerWith } from '../../platform/operations/operations.service.ts'
import { headAll } from '../../platform/storage/storage.ts'
import { deleteMediaIn } from '../media/media-deletion.service.ts'
import { tryToDelete } from '../media/uploads.service.ts'
import { findUses, isImportOpen, type Use } from './bucket.queries.ts'

type DeletionDeps = Pick<Deps, 'db' | 'log'> & { storage: Pick<Deps['storage'], 'head' | 'delete'> }

const BATCH = 50

const IN_USE = 'An item now uses this file.'
const REFUSALS: Partial<Record<Use['status'], string>> = {
  pending: 'This file belongs to an unfinished upload.',
  trashed: 'The item of this file is in the trash.',
}

type Plan = { items: Map<number, string[]>; files: string[]; errors: BucketDeletion['errors'] }

const emptyPlan = (): Plan => ({ items: new Map(), files: [], errors: [] })

const planDeletion = async ({ db, storage }: DeletionDeps, names: Set<string>): Promise<Plan> => {
  const plan = emptyPlan()
  const keys = [...names].filter(isKey)
  const uses = await findUses(db, keys)
  const unused = keys.filter((key) => !uses.has(key))
  const stored = await headAll(storage, unused)
  const refuseUnused = (key: string) => {
    if (!isKey(key)) return 'This is not a file of the bucket.'
    return stored.has(key) ? undefined : 'There is no such file.'
  }
  for (const key of names) {
    const use = uses.get(key)
    const reason = use ? REFUSALS[use.status] : refuseUnused(key)
    if (reason) plan.errors.push({ key, reason })
    else if (use) plan.items.set(use.mediaId, [...(plan.items.get(use.mediaId) ?? []), key])
    else plan.files.push(key)
  }
  return plan
}

/** Leaves failed deletions to a job. While a backup still needs the files, leaves all deletions to that job. */
const deleteUnused = async (deps: DeletionDeps, files: string[]) => {
  const { db, log } = deps
  const isCopied = await isBackupRunning(db)
  const { used, failures } = await tryToDelete(deps, isCopied ? [] : files)
  for (const failure of failures.values()) log.warn({ reason: failure.name }, 'could not delete a bucket file yet')
  const late = isCopied ? files : [...failures.keys()]
  await addDeletionJobs(db, late)
  const errors = used.map((key) => ({ key, reason: IN_USE }))
  return { deleted: files.filter((key) => !used.includes(key)), late: late.length, errors }
}

const refuseDuringImport = async (db: Db) => {
  if (await isImportOpen(db)) throw new AppError('busy', 'An import is running. Stop it or wait until it finishes.')
}

export const deleteUnusedFromBucket = async (deps: DeletionDeps, filenames: string[], operator: Operator) => {
  await refuseDuringImport(deps.db)
  const { files } = await planDeletion(deps, new Set(filenames))
  await recordOperator(deps.db, operator, { event: 'BUCKET_DELETE_REQUEST', context: { files: files.length } })
  const { deleted, late } = await deleteUnused(deps, files)
  const context = { deleted: deleted.length, items: 0, votes: 0, keys: deleted, stillToDelete: late }
  await recordOperator(deps.db, operator, { event: 'BUCKET_DELETE_COMPLETED', context })
  return deleted.length
}

const inputSchema = z.object({ filenames: z.array(z.string()), ip: z.string() })
const stateSchema = z.object({
  /** Names deleted so far, which are skipped if the run continues after a crash. */
  keys: z.array(z.string()).default([]),
  items: z.number().default(0),
  votes: z.number().default(0),
  stillToDelete: z.number().default(0),
})
type State = z.infer<typeof stateSchema>

/** @throws {AppError} `busy` while an import runs */
export const startBucketDeletion = async (
  deps: DeletionDeps,
  { filenames }: Parsed<typeof deleteBucketFiles, 'body'>,
  operator: OperatorWithPreference,
) => {
  // Access the store first, so the operator learns of an outage immediately.
  await headAll(deps.storage, filenames.filter(isKey).slice(0, 1))
  return answerWith<BucketDeletion>(deps, {
    kind: 'delete-bucket-files',
    operator,
    input: { filenames, ip: operator.ip } satisfies z.infer<typeof inputSchema>,
    before: async (tx) => {
      await refuseDuringImport(tx)
      const context = { files: new Set(filenames).size }
      await recordOperator(tx, operator, { event: 'BUCKET_DELETE_REQUEST', context })
    },
  })
}

const deleteItem = (
  deps: DeletionDeps,
  { work, operator, state }: { work: Work; operator: Operator; state: State },
  [mediaId, keys]: [number, string[]],
) =>
  withTx(deps, async (tx): Promise<State> => {
    const { votes, files } = await deleteMediaIn(tx, operator, { mediaId, why: { bucket: keys[0] } })
    const next = {
      keys: [...state.keys, ...keys],
      items: state.items + 1,
      votes: state.votes + votes,
      stillToDelete: state.stillToDelete + files,
    }
    await work.save(tx, next)
    return next
  })

const countOutcome = ({ keys, items, votes, stillToDelete }: State, errors: BucketDeletion['errors']) => {
  const deleted = keys.length
  const withItems = items > 0 ? ` and ${counted(items, 'item')} with ${counted(votes, 'vote')}` : ''
  const left = errors.length > 0 ? `; ${counted(errors.length, 'file')} could not be deleted` : ''
  const message = `Deleted ${counted(deleted, 'file')}${withItems}${left}`
  const result: BucketDeletion = { message, deleted, items, votes, errors }
  const context = { deleted, items, votes, refused: errors.length, keys, stillToDelete }
  return { result, audit: { event: 'BUCKET_DELETE_COMPLETED', context } } as const
}

/** Permanently deletes files without an item. If a file belongs to an item, the whole item is moved to the trash. */
export const bucketDeletionRunner =
  (deps: DeletionDeps): Runner =>
  async (work) => {
    const { filenames, ip } = inputSchema.parse(work.input)
    const operator = { requestId: work.requestId ?? '', ip, name: work.operator ?? '' }
    let state = stateSchema.parse(work.state)
    const names = new Set(filenames)
    const total = names.size
    for (const key of state.keys) names.delete(key)
    const { items, files, errors } = work.signal.aborted ? emptyPlan() : await planDeletion(deps, names)
    const report = () => work.report({ done: state.keys.length + errors.length, total })
    for (const item of items) {
      if (work.signal.aborted) break
      try {
        state = await deleteItem(deps, { work, operator, state }, item)
      } catch (failure) {
        if (!(failure instanceof AppError)) throw failure
        errors.push(...item[1].map((key) => ({ key, reason: failure.message })))
      }
      report()
    }
    for (const some of splitIntoChunks(files, BATCH)) {
      if (work.signal.aborted) break
      const { deleted, late, errors: refused } = await deleteUnused(deps, some)
      errors.push(...refused)
      state = { ...state, keys: [...state.keys, ...deleted], stillToDelete: state.stillToDelete + late }
      await work.save(deps.db, state)
      report()
    }
    report()
    return countOutcome(state, errors)
  }
