import type { OperationKind } from '@hotvote/shared/operator/operations'
import { eq, inArray, like } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from '../../platform/db/aggregates.ts'
import { type Db, limitLockWaits } from '../../platform/db/client.ts'
import { catalog, operations, rateLimits, takenDownMedia } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'

/** Everything that visitors left; settings, the audit log and the operator's work stay. */
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

/** Milliseconds that a reset waits for its locks: all other statements wait behind it meanwhile. */
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

/** Empties them, and begins ids and positions anew. */
export const emptyVisitorTables = async (db: Db) => {
  const nextClaim = onlyRow(await db.query(NEXT_CLAIM)).id
  await db.query(EMPTY_TABLES)
  // Not those of claims: mails that were sent link to them, and jobs that wait store pictures and hashes of removed items with them.
  await db.query(CONTINUE_CLAIMS, [nextClaim])
  await db.orm.update(catalog).set({ lastPosition: 0 })
  // What was taken down stays down; its ids will be those of others.
  await db.orm.delete(takenDownMedia).where(eq(takenDownMedia.isUpheld, false))
  await db.orm.update(takenDownMedia).set({ takedownId: null, mediaId: null, ownerId: null, originalName: null })
  // What they found, made, added or moved names items and votes that are gone, and ids that others will have.
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
  // A new user gets the id of an old one, and not what that one had used up.
  await db.orm.delete(rateLimits).where(like(rateLimits.key, '%:session:%'))
}
