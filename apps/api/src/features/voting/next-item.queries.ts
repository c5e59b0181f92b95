import { BACKDROPS } from '@hotvote/shared/media-facts'
import { z } from 'zod'
import { onlyRow } from '../../platform/db/aggregates.ts'
import { type Db, unlessReadOnly } from '../../platform/db/client.ts'
import { statement } from '../../platform/db/statement.ts'

export const ITEM_ROW = {
  id: z.number(),
  originalKey: z.string(),
  displayKey: z.string().nullable(),
  thumbKey: z.string().nullable(),
  mediumKey: z.string().nullable(),
  smallKey: z.string().nullable(),
  mimeType: z.string(),
  width: z.number(),
  height: z.number(),
  placeholder: z.instanceof(Buffer).nullable(),
  backdrop: z.enum(BACKDROPS).nullable(),
  hasSound: z.boolean().nullable(),
  hotVotes: z.number(),
  notVotes: z.number(),
  uploadedBy: z.string(),
}
export const ITEM = `i.id, i.original_key, i.display_key, i.thumb_key, i.medium_key, i.small_key, i.mime_type, i.width, i.height,
  i.placeholder, i.backdrop, i.has_sound, i.hot_votes, i.not_votes, (SELECT o.username FROM users o WHERE o.id = i.owner_id) AS uploaded_by`

export type ItemRow = z.infer<z.ZodObject<typeof ITEM_ROW>>
/** All columns are null if there is no item. */
type OrNoItem = ItemRow | { id: null }

/** Only the columns that are needed, because each row passes through every level of the query plan. */
export const COLUMNS = `x.id, x.owner_id, x.original_key, x.display_key, x.thumb_key, x.medium_key, x.small_key, x.mime_type,
  x.width, x.height, x.placeholder, x.backdrop, x.has_sound, x.hot_votes, x.not_votes`

/** Array literals are faster than arrays converted by the driver. */
const toArray = (ids: number[]) => `{${ids}}`
const idsIn = (array: string | null): number[] => (array ? JSON.parse(`[${array.slice(1, -1)}]`) : [])

const LAST_ID = statement({
  name: 'last_media_id',
  row: { id: z.number() },
  text: 'SELECT coalesce(max(id), 0) AS id FROM media',
})

/** Returns the highest item id. Items with lower ids may be deleted or hidden. */
export const findLastId = async (db: Db) => onlyRow(await db.query(LAST_ID, [])).id

export type Draw = { sessionHash: Buffer; userId: number; ids: number[] }

/** Reads votes first, because Citus cannot join them with local tables. Array subscripts allow a generic plan. */
const FIRST_UNRATED = statement({
  name: 'first_unrated_items',
  row: ITEM_ROW,
  text: `
WITH rated AS MATERIALIZED (
  SELECT coalesce(array_agg(pair.n), '{}') AS numbers
  FROM unnest($4::bigint[], $5::bigint[]) WITH ORDINALITY pair(user_id, media_id, n)
  JOIN votes ON votes.user_id = pair.user_id AND votes.media_id = pair.media_id)
SELECT ${ITEM}
FROM (
  SELECT n, ($1::bytea[])[n] AS token_hash, ($2::bigint[])[n] AS id, ($3::text[])[n] AS ids, ($6::int[])[n] AS before
  FROM generate_subscripts($1::bytea[], 1) n OFFSET 0) u
LEFT JOIN LATERAL (
  SELECT m.* FROM unnest(u.ids::bigint[]) WITH ORDINALITY drawn(id, n)
  CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM media x WHERE x.id = drawn.id AND x.position IS NOT NULL OFFSET 0) m
  WHERE m.owner_id <> u.id AND u.before + drawn.n <> ALL ((SELECT numbers FROM rated)::bigint[]) LIMIT 1) i
  ON (SELECT user_id FROM sessions WHERE token_hash = u.token_hash AND expires_at > now()) = u.id
ORDER BY n`,
})

export const findFirstUnrated = (db: Db, draws: Draw[]): Promise<OrNoItem[]> => {
  const starts = draws.map((_, i) => draws.slice(0, i).reduce((sum, { ids }) => sum + ids.length, 0))
  return db.query(FIRST_UNRATED, [
    draws.map(({ sessionHash }) => sessionHash),
    draws.map(({ userId }) => userId),
    draws.map(({ ids }) => toArray(ids)),
    toArray(draws.flatMap(({ userId, ids }) => ids.map(() => userId))),
    toArray(draws.flatMap(({ ids }) => ids)),
    starts,
  ])
}

const PROGRESS = statement({
  name: 'rating_progress',
  /** `sessionUser` is null for an unknown session, `version` if the session belongs to another user. */
  row: {
    sessionUser: z.number().nullable(),
    version: z.string().nullable(),
    ratedThrough: z.number().nullable(),
    lastPosition: z.number(),
  },
  text: `
SELECT s.user_id AS session_user, u.xmin::text AS version, u.rated_through, c.last_position
FROM catalog c
LEFT JOIN sessions s ON s.token_hash = $1 AND s.expires_at > now()
LEFT JOIN users u ON u.id = s.user_id AND s.user_id = $2::bigint`,
})

export const findProgress = async (db: Db, { sessionHash, userId }: { sessionHash: Buffer; userId: number }) =>
  onlyRow(await db.query(PROGRESS, [sessionHash, userId]))

const NEXT_POSITIONS = statement({
  name: 'next_positions',
  row: { ids: z.string().nullable(), positions: z.string().nullable(), end: z.number().nullable() },
  text: `
SELECT array_agg(id) FILTER (WHERE owner_id <> $1)::text AS ids,
  array_agg(position) FILTER (WHERE owner_id <> $1)::text AS positions, max(position) AS end
FROM (SELECT id, owner_id, position FROM media WHERE position > $2 AND position <= $3 ORDER BY position LIMIT $4) step`,
})
const RATED_ITEMS = statement({
  name: 'rated_items',
  row: { ids: z.string().nullable() },
  text: 'SELECT array_agg(media_id)::text AS ids FROM votes WHERE user_id = $1 AND media_id = ANY($2::bigint[])',
})

type Step = { userId: number; from: number; through: number; size: number }

/** Returns other users' unrated items among the next `size` positions, and the last of these positions. */
export const findUnrated = async (db: Db, { userId, from, through, size }: Step) => {
  const step = onlyRow(await db.query(NEXT_POSITIONS, [userId, from, through, size]))
  const rated = new Set(idsIn(onlyRow(await db.query(RATED_ITEMS, [userId, step.ids ?? '{}'])).ids))
  const positions = idsIn(step.positions)
  const unrated = idsIn(step.ids).map((id, n) => ({ id, position: positions[n] ?? 0 }))
  return { unrated: unrated.filter(({ id }) => !rated.has(id)), end: step.end ?? through }
}

const RAISE_WATERMARK = statement({
  name: 'raise_watermark',
  row: { version: z.string() },
  text: `
UPDATE users SET rated_through = $2 WHERE id = $1 AND xmin = $3::xid AND rated_through < $2 RETURNING xmin::text AS version`,
})

type Watermark = { userId: number; position: number; version: string }

/** Does nothing if the user's row has changed since `version`, for example by an undo (docs/decisions/003). */
export const raiseWatermark = async (db: Db, { userId, position, version }: Watermark) => {
  const raised = await unlessReadOnly(db.query(RAISE_WATERMARK, [userId, position, version]))
  return raised?.[0]?.version
}
