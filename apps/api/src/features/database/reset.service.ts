import { setTimeout as pause } from 'node:timers/promises'
import type { ResetResult } from '@hotvote/shared/operator/database'
import type { OperationKind } from '@hotvote/shared/operator/operations'
import { and, asc, eq, gt, inArray, like } from 'drizzle-orm'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { onlyRow } from '../../platform/db/aggregates.ts'
import { type Db, isLockTimeout, limitLockWaits, withTx } from '../../platform/db/client.ts'
import { catalog, media, operations, rateLimits, takenDownMedia } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import type { OperatorWithPreference } from '../../platform/http/guards.ts'
import { addDeletionJobs } from '../../platform/jobs/queue.ts'
import type { Runner, Work } from '../../platform/operations/operation-runner.service.ts'
import { answerWith, refuseDuringOthers } from '../../platform/operations/operations.service.ts'
import { FILE_KEYS } from '../media/stored-media.sql.ts'
import { readTotals, type Totals } from './totals.sql.ts'

/** Tables that a reset empties. Settings, the audit log and the operator's work are kept. */
const VISITOR_TABLES = [
  'users',
  'sessions',
  'ended_sessions',
  'media',
  'votes',
  'set_asides',
  'dismissed_outliers',
  'views',
  'takedowns',
  'takedown_items',
  'look_alikes',
  'reports',
  'reported_media',
  'surges',
  'login_tokens',
  'exchange_codes',
  'captured_emails',
  'daily_activity',
  'redirect_counts',
].join(', ')

/** Milliseconds. Short, because all other statements have to wait behind the reset's locks. */
const LOCK_TIMEOUT = 1000

const LOCK_TABLES = statement({
  name: 'lock_visitor_tables',
  text: `LOCK TABLE ${VISITOR_TABLES}, catalog IN ACCESS EXCLUSIVE MODE`,
})
const EMPTY_TABLES = statement({
  name: 'empty_visitor_tables',
  text: `TRUNCATE ${VISITOR_TABLES} RESTART IDENTITY`,
})

const CLAIM_IDS = `pg_get_serial_sequence('takedowns', 'id')`
const NEXT_CLAIM = statement({
  name: 'next_claim',
  row: { id: z.number() },
  text: `SELECT nextval(${CLAIM_IDS}) AS id`,
})
const CONTINUE_CLAIMS = statement({
  name: 'continue_claims',
  text: `SELECT FROM setval(${CLAIM_IDS}, $1::bigint, false)`,
})

const lockVisitorTables = async (db: Db) => {
  await limitLockWaits(db, LOCK_TIMEOUT)
  await db.query(LOCK_TABLES)
}

const emptyVisitorTables = async (db: Db) => {
  const nextClaim = onlyRow(await db.query(NEXT_CLAIM)).id
  await db.query(EMPTY_TABLES)
  // Don't reuse ids of claims, because emails, jobs and stored pictures refer to them.
  await db.query(CONTINUE_CLAIMS, [nextClaim])
  await db.orm.update(catalog).set({ lastPosition: 0 })
  // Keep upheld takedowns, but clear their references to items, because ids will be reused.
  await db.orm.delete(takenDownMedia).where(eq(takenDownMedia.isUpheld, false))
  await db.orm.update(takenDownMedia).set({ takedownId: null, mediaId: null, ownerId: null, originalName: null })
  // Delete the results of these operations, because they contain ids of items and votes that will be reused.
  const kinds: OperationKind[] = [
    'find-duplicates',
    'find-orphans',
    'populate-votes',
    'export-votes',
    'set-votes-aside',
    'delete-media',
    'restore-media',
  ]
  await db.orm.delete(operations).where(inArray(operations.kind, kinds))
  // Delete rate limits of users, because new users with reused ids would inherit them.
  await db.orm.delete(rateLimits).where(like(rateLimits.key, '%:session:%'))
}

const BATCH = 1000

const IS_REMOVED = inArray(media.status, ['trashed', 'deleted'])

const nextRemoved = (tx: Db, after: number) =>
  tx.orm
    .select({ id: media.id, keys: FILE_KEYS })
    .from(media)
    .where(and(IS_REMOVED, gt(media.id, after)))
    .orderBy(asc(media.id))
    .limit(BATCH)

/** Queues the files of removed items for deletion, because an import would publish them again. */
const queueRemovedFiles = async (tx: Db): Promise<void> => {
  let items = await nextRemoved(tx, 0)
  while (items.length > 0) {
    await addDeletionJobs(
      tx,
      items.flatMap(({ keys }) => keys),
    )
    items = await nextRemoved(tx, items.at(-1)?.id ?? 0)
  }
}

type ResetDeps = Pick<Deps, 'db' | 'log'>
const KIND = 'reset-database'

/** Milliseconds between attempts to lock the tables, so other statements can run. */
const RETRY_DELAY = 1000
const TRIES = 20

const NOTHING: Totals = { users: 0, media: 0, votes: 0, views: 0 }
const stateSchema = z.object({
  deleted: z.object({ users: z.number(), media: z.number(), votes: z.number(), views: z.number() }).optional(),
})

/** Records the row counts in the audit log before the reset (`admin.md §2`). */
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
    await queueRemovedFiles(tx)
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

/** Deletes all visitor data in one transaction. Files can still be imported, except those of removed items. */
export const resetRunner =
  (deps: ResetDeps): Runner =>
  async (work) => {
    const known = stateSchema.parse(work.state).deleted
    const deleted = known ?? (await emptyWithRetries(deps, work))
    if (!deleted) return { result: { message: 'Stopped. Nothing was changed.', deleted: NOTHING } }
    const result: ResetResult = { message: 'Database reset completed successfully', deleted }
    return { result, audit: { event: 'DATABASE_RESET_COMPLETED', context: deleted } }
  }
