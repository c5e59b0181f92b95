import type { OperationKind } from '@hotvote/shared/operator/operations'
import { eq, inArray, like } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from '../../platform/db/aggregates.ts'
import { type Db, limitLockWaits } from '../../platform/db/client.ts'
import { catalog, operations, rateLimits, takenDownMedia } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'

/** Settings, the audit log and the operator's work are kept. */
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

/** Milliseconds; short, because all other statements queue behind the reset. */
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

export const lockVisitorTables = async (db: Db) => {
  await limitLockWaits(db, LOCK_TIMEOUT)
  await db.query(LOCK_TABLES)
}

export const emptyVisitorTables = async (db: Db) => {
  const nextClaim = onlyRow(await db.query(NEXT_CLAIM)).id
  await db.query(EMPTY_TABLES)
  // Claim ids continue, because mails, jobs and stored pictures refer to them.
  await db.query(CONTINUE_CLAIMS, [nextClaim])
  await db.orm.update(catalog).set({ lastPosition: 0 })
  // Keeps upheld takedowns without their item ids, which new items will reuse.
  await db.orm.delete(takenDownMedia).where(eq(takenDownMedia.isUpheld, false))
  await db.orm.update(takenDownMedia).set({ takedownId: null, mediaId: null, ownerId: null, originalName: null })
  // Results of these kinds refer to deleted items and votes, whose ids will be reused.
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
  // New users reuse ids, and must not inherit exhausted limits.
  await db.orm.delete(rateLimits).where(like(rateLimits.key, '%:session:%'))
}
