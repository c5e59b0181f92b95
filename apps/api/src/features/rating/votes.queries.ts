import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'

export type Call = { sessionHash: Buffer; userId: number; mediaId: number }

/**
 * Items first, then visitors, each by id, as a deletion locks them. $1: hashes of sessions, $2: the named users, $3: the
 * items. Rows that another transaction held are read as they are after its commit.
 */
const LOCK = statement({
  name: 'lock_for_rating',
  /** Null: `sessionUser` for an unknown session, `isBlocked` without the named user, `ownerId` without a visible item. */
  row: {
    sessionUser: z.number().nullable(),
    isBlocked: z.boolean().nullable(),
    isSetAside: z.boolean().nullable(),
    wasSetAside: z.boolean().nullable(),
    ownerId: z.number().nullable(),
  },
  text: `
WITH item AS MATERIALIZED (
  SELECT id, owner_id FROM media WHERE id = ANY($3::bigint[]) AND position IS NOT NULL ORDER BY id FOR NO KEY UPDATE),
visitor AS MATERIALIZED (
  SELECT id, blocked_at IS NOT NULL AS is_blocked, is_set_aside, set_aside_id IS NOT NULL AS was_set_aside FROM users
  WHERE id = ANY($2::bigint[]) AND deleted_at IS NULL AND (SELECT count(*) FROM item) IS NOT NULL
  ORDER BY id FOR NO KEY UPDATE)
SELECT
  (SELECT s.user_id FROM sessions s WHERE s.token_hash = calls.token_hash AND s.expires_at > now()) AS session_user,
  visitor.is_blocked, visitor.is_set_aside, visitor.was_set_aside, item.owner_id
FROM unnest($1::bytea[], $2::bigint[], $3::bigint[]) WITH ORDINALITY calls(token_hash, user_id, media_id, n)
LEFT JOIN item ON item.id = calls.media_id LEFT JOIN visitor ON visitor.id = calls.user_id
ORDER BY n`,
})

/** Locks what the calls are on until the commit. A row for each, in their order. */
export const lockForRating = (tx: Db, calls: Call[]) =>
  tx.query(LOCK, [
    calls.map(({ sessionHash }) => sessionHash),
    calls.map(({ userId }) => userId),
    calls.map(({ mediaId }) => mediaId),
  ])
export type Locked = Awaited<ReturnType<typeof lockForRating>>[number]

/** Rows of an insert: a group is filled up to the next size with its last row, so that few statements are prepared. */
const SIZES = [1, 2, 4, 8, 16, 32, 64]

const insertStatements = (table: 'votes' | 'views', columns: Record<string, string>) => {
  const types = Object.values(columns)
  const rowAt = (n: number) => `(${types.map((type, i) => `$${n * types.length + i + 1}::${type}`).join(', ')})`
  return SIZES.map((size) => ({
    size,
    insert: statement({
      name: `insert_${size}_${table}`,
      row: { userId: z.number(), mediaId: z.number() },
      text: `
INSERT INTO ${table} (${Object.keys(columns).join(', ')}) VALUES ${Array.from({ length: size }, (_, n) => rowAt(n)).join(', ')}
ON CONFLICT DO NOTHING RETURNING user_id, media_id`,
    }),
  }))
}
const VOTES = insertStatements('votes', { user_id: 'bigint', media_id: 'bigint', is_hot: 'boolean' })
const VIEWS = insertStatements('views', { user_id: 'bigint', media_id: 'bigint' })

/** Inserts up to 64 rows. Returns those that were not there before. */
const insertRows = (tx: Db, statements: typeof VOTES, rows: unknown[][]) => {
  const { size, insert } = statements.find((one) => one.size >= rows.length) ?? { size: 0, insert: undefined }
  if (!insert) throw new RangeError('Too many rows for one insert')
  return tx.query(insert, Array.from({ length: size }, (_, n) => rows[Math.min(n, rows.length - 1)]).flat())
}

export type Vote = Call & { isHot: boolean }

export const insertVotes = (tx: Db, votes: Vote[]) =>
  insertRows(
    tx,
    VOTES,
    votes.map(({ userId, mediaId, isHot }) => [userId, mediaId, isHot]),
  )

export const insertViews = (tx: Db, views: Call[]) =>
  insertRows(
    tx,
    VIEWS,
    views.map(({ userId, mediaId }) => [userId, mediaId]),
  )
