import { setTimeout as pause } from 'node:timers/promises'
import type { ResetResult } from '@hotvote/shared/operator/reset'
import { and, asc, gt, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/client.ts'
import { isLockTimeout, withTx } from '../../platform/db/client.ts'
import { media, takenDownMedia } from '../../platform/db/schema/index.ts'
import type { OperatorWithPreference } from '../../platform/http/guards.ts'
import { addDeletionJob, addDeletionJobs } from '../../platform/jobs/queue.ts'
import type { Runner, Work } from '../../platform/operations/operation-runner.service.ts'
import { answerWith, refuseDuringOthers } from '../../platform/operations/operations.service.ts'
import { FILE_KEYS } from '../media/stored-media.sql.ts'
import { emptyVisitorTables, lockVisitorTables } from './reset.queries.ts'
import { readTotals, type Totals } from './totals.sql.ts'

const BATCH = 1000

const IS_REMOVED = inArray(media.status, ['trashed', 'deleted'])

const nextRemoved = (tx: Db, after: number) =>
  tx.orm
    .select({ id: media.id, keys: FILE_KEYS })
    .from(media)
    .where(and(IS_REMOVED, gt(media.id, after)))
    .orderBy(asc(media.id))
    .limit(BATCH)

const entriesOfItems = async (tx: Db, mediaIds: number[]) => {
  const { id, mediaId } = takenDownMedia
  const rows = await tx.orm.select({ id, mediaId }).from(takenDownMedia).where(inArray(mediaId, mediaIds))
  return Map.groupBy(rows, (row) => row.mediaId)
}

/** Deletes files of removed items before their rows, because an import would publish them again. */
const queueDeletionOfRemoved = async (tx: Db): Promise<void> => {
  let items = await nextRemoved(tx, 0)
  while (items.length > 0) {
    const entries = await entriesOfItems(
      tx,
      items.map(({ id }) => id),
    )
    for (const { id, keys } of items) {
      const takenDown = entries.get(id)?.map((entry) => entry.id)
      if (takenDown) await addDeletionJob(tx, { keys, takenDown })
    }
    await addDeletionJobs(
      tx,
      items.flatMap(({ id, keys }) => (entries.has(id) ? [] : keys)),
    )
    items = await nextRemoved(tx, items.at(-1)?.id ?? 0)
  }
}

type ResetDeps = Pick<Deps, 'db' | 'log'>
const KIND = 'reset-database'

/** Milliseconds between two attempts to lock the tables, which let other statements run. */
const RETRY_DELAY = 1000
const TRIES = 20

const NOTHING: Totals = { users: 0, media: 0, votes: 0, views: 0 }
const stateSchema = z.object({
  deleted: z.object({ users: z.number(), media: z.number(), votes: z.number(), views: z.number() }).optional(),
})

/** The audit entry before the reset counts the rows (`admin.md §2`). */
export const resetAll = (deps: ResetDeps, operator: OperatorWithPreference) =>
  answerWith<ResetResult>(deps, {
    kind: KIND,
    operator,
    before: async (tx) => {
      await refuseDuringOthers(tx, KIND)
      await recordOperator(tx, operator, { event: 'DATABASE_RESET_REQUEST', context: await readTotals(tx) })
    },
  })

const emptyAll = (deps: ResetDeps, work: Work): Promise<Totals> =>
  withTx(deps, async (tx) => {
    await lockVisitorTables(tx)
    const deleted = await readTotals(tx)
    await queueDeletionOfRemoved(tx)
    await emptyVisitorTables(tx)
    await work.save(tx, { deleted })
    return deleted
  })

const emptyWithRetries = async (deps: ResetDeps, work: Work): Promise<Totals | undefined> => {
  for (let attempt = 1; !work.signal.aborted; attempt++) {
    try {
      return await emptyAll(deps, work)
    } catch (failure) {
      if (!isLockTimeout(failure)) throw failure
      if (attempt === TRIES) throw new AppError('busy', 'The database is too busy right now. Nothing was changed.')
      await pause(RETRY_DELAY)
    }
  }
  return undefined
}

/** Deletes all visitor data in one transaction. Files stay importable, except those of removed items. */
export const resetRunner =
  (deps: ResetDeps): Runner =>
  async (work) => {
    const known = stateSchema.parse(work.state).deleted
    const deleted = known ?? (await emptyWithRetries(deps, work))
    if (!deleted) return { result: { message: 'Stopped. Nothing was changed.', deleted: NOTHING } }
    const result: ResetResult = { message: 'Database reset completed successfully', deleted }
    return { result, audit: { event: 'DATABASE_RESET_COMPLETED', context: deleted } }
  }
