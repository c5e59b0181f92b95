import { UNDO_MS } from '@hotvote/shared/limits'
import { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { statement } from '../../platform/db/statement.ts'
import { IS_NEW } from './user-votes.sql.ts'

export type Call = { sessionHash: Buffer; userId: number; mediaId: number }

/** Locks items before visitors, in id order, like deletions do. $1: session hashes, $2: users, $3: items. */
const LOCK = statement({
  name: 'lock_for_rating',
  /** `sessionUser` is null for an unknown session, `isBlocked` for an unknown user, `ownerId` for an invisible item. */
  row: {
    sessionUser: z.number().nullable(),
    isBlocked: z.boolean().nullable(),
    isSetAside: z.boolean().nullable(),
    wasSetAside: z.boolean().nullable(),
    isNew: z.boolean().nullable(),
    ownerId: z.number().nullable(),
  },
  text: `
WITH item AS MATERIALIZED (
  SELECT id, owner_id FROM media WHERE id = ANY($3::bigint[]) AND position IS NOT NULL ORDER BY id FOR NO KEY UPDATE),
visitor AS MATERIALIZED (
  SELECT id, blocked_at IS NOT NULL AS is_blocked, is_set_aside, set_aside_id IS NOT NULL AS was_set_aside,
    ${IS_NEW} AS is_new FROM users
  WHERE id = ANY($2::bigint[]) AND deleted_at IS NULL AND (SELECT count(*) FROM item) IS NOT NULL
  ORDER BY id FOR NO KEY UPDATE)
SELECT
  (SELECT s.user_id FROM sessions s WHERE s.token_hash = calls.token_hash AND s.expires_at > now()) AS session_user,
  visitor.is_blocked, visitor.is_set_aside, visitor.was_set_aside, visitor.is_new, item.owner_id
FROM unnest($1::bytea[], $2::bigint[], $3::bigint[]) WITH ORDINALITY calls(token_hash, user_id, media_id, n)
LEFT JOIN item ON item.id = calls.media_id LEFT JOIN visitor ON visitor.id = calls.user_id
ORDER BY n`,
})

/** Locks items and visitors until the commit. Returns one row per call, in the order of the calls. */
export const lockForRating = (tx: Db, calls: Call[]) =>
  tx.query(LOCK, [
    calls.map(({ sessionHash }) => sessionHash),
    `{${calls.map(({ userId }) => userId)}}`,
    `{${calls.map(({ mediaId }) => mediaId)}}`,
  ])
export type Locked = Awaited<ReturnType<typeof lockForRating>>[number]

/** Rows per insert. Fixed sizes limit the number of prepared statements; smaller groups repeat their last row. */
const SIZES = [1, 2, 4, 8, 16, 32, 64]

const insertStatements = (table: 'votes' | 'views', columns: Record<string, string>) => {
  const values = Object.values(columns).map((type, i) => (n: number) => `($${i + 1}::${type}[])[${n}]`)
  const rowAt = (n: number) => `(${values.map((value) => value(n)).join(', ')})`
  return SIZES.map((size) => ({
    size,
    insert: statement({
      name: `insert_${size}_${table}`,
      row: { userId: z.number(), mediaId: z.number() },
      text: `
INSERT INTO ${table} (${Object.keys(columns).join(', ')})
VALUES ${Array.from({ length: size }, (_, n) => rowAt(n + 1)).join(', ')}
ON CONFLICT DO NOTHING RETURNING user_id, media_id`,
    }),
  }))
}
const VOTES = insertStatements('votes', { user_id: 'bigint', media_id: 'bigint', is_hot: 'boolean' })
const VIEWS = insertStatements('views', { user_id: 'bigint', media_id: 'bigint' })

type Insert<Row> = { statements: typeof VOTES; columns: ((row: Row) => unknown)[] }

const insertRows = <Row>(tx: Db, rows: Row[], { statements, columns }: Insert<Row>) => {
  const { size, insert } = statements.find((one) => one.size >= rows.length) ?? { size: 0, insert: undefined }
  if (!insert) throw new RangeError('Too many rows for one insert')
  const filled = Array.from({ length: size }, (_, n) => rows[Math.min(n, rows.length - 1)] as Row)
  return tx.query(
    insert,
    columns.map((column) => `{${filled.map(column)}}`),
  )
}

/** A vote with `needsProof` is rejected if it is the visitor's first vote. */
export type Vote = Call & { isHot: boolean; needsProof?: boolean }
const PAIR = [({ userId }: Call) => userId, ({ mediaId }: Call) => mediaId]

export const insertVotes = (tx: Db, votes: Vote[]) =>
  insertRows(tx, votes, { statements: VOTES, columns: [...PAIR, ({ isHot }) => isHot] })

export const insertViews = (tx: Db, views: Call[]) => insertRows(tx, views, { statements: VIEWS, columns: PAIR })

/** Milliseconds added to the undo period to allow for the duration of the call. */
const UNDO_TOLERANCE_MS = 5000

const DELETE_VOTE = statement({
  name: 'delete_recent_vote',
  row: { isHot: z.boolean() },
  text: `
DELETE FROM votes WHERE user_id = $1 AND media_id = $2
  AND created_at > now() - make_interval(secs => ${(UNDO_MS + UNDO_TOLERANCE_MS) / 1000})
RETURNING is_hot`,
})
const VOTE = statement({
  name: 'vote_on_item',
  row: { isHot: z.boolean() },
  text: 'SELECT is_hot FROM votes WHERE user_id = $1 AND media_id = $2',
})
const OFFER_AGAIN = statement({
  name: 'offer_again',
  text: `
UPDATE users SET rated_through = least(rated_through, (SELECT position - 1 FROM media WHERE id = $2)) WHERE id = $1`,
})

type Pair = { userId: number; mediaId: number }

export const findVote = async (db: Db, { userId, mediaId }: Pair) => (await db.query(VOTE, [userId, mediaId]))[0]

export const deleteRecentVote = async (tx: Db, { userId, mediaId }: Pair) =>
  (await tx.query(DELETE_VOTE, [userId, mediaId]))[0]

/** Lowers the watermark below the item, so the visitor can be shown the item again. */
export const lowerWatermarkBelow = async (tx: Db, { userId, mediaId }: Pair) => {
  await tx.query(OFFER_AGAIN, [userId, mediaId])
}
