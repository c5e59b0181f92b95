import type { OperationKind } from '@hotvote/shared/operations'
import { inArray, like } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { catalog, operations, rateLimits } from '../../db/schema/index.ts'

/** Everything that visitors left; settings, the audit log and the operator's work stay. */
const VISITOR_TABLES = [
  'users',
  'sessions',
  'ended_sessions',
  'media',
  'votes',
  'views',
  'takedowns',
  'login_tokens',
  'exchange_codes',
  'captured_emails',
  'daily_activity',
  'redirect_counts',
]

/** Milliseconds that a reset waits for its locks: all other statements wait behind it meanwhile. */
const LOCK_TIMEOUT = 1000

/** Locks the tables until the transaction ends. Fails soon when another transaction holds one. */
export const lockVisitorTables = async (db: Db) => {
  await db.query({ text: `SET LOCAL lock_timeout = ${LOCK_TIMEOUT}` })
  await db.query({ text: `LOCK TABLE ${VISITOR_TABLES.join(', ')}, catalog IN ACCESS EXCLUSIVE MODE` })
}

/** Empties them, and begins ids and positions anew. */
export const emptyVisitorTables = async (db: Db) => {
  await db.query({ text: `TRUNCATE ${VISITOR_TABLES.join(', ')} RESTART IDENTITY` })
  await db.orm.update(catalog).set({ lastPosition: 0 })
  // What they found, made or added names items and votes that are gone, and ids that others will have.
  const kinds: OperationKind[] = ['find-duplicates', 'find-orphans', 'populate-votes', 'export-votes']
  await db.orm.delete(operations).where(inArray(operations.kind, kinds))
  // A new user gets the id of an old one, and not what that one had used up.
  await db.orm.delete(rateLimits).where(like(rateLimits.key, '%:session:%'))
}
