import { BACKDROPS } from '@hotvote/shared/media-facts'
import { z } from 'zod'
import { onlyRow } from '../../db/aggregates.ts'
import { type Db, unlessReadOnly } from '../../db/client.ts'
import { type RowOf, statement } from '../../db/statement.ts'

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
/** Without an item, all its columns are null. */
type OrNoItem<Row> = Row | (Omit<Row, keyof ItemRow> & { id: null })

/** Only what is needed: the row is handed up through every level of the plan. */
export const COLUMNS = `x.id, x.owner_id, x.original_key, x.display_key, x.thumb_key, x.medium_key, x.small_key, x.mime_type,
  x.width, x.height, x.placeholder, x.backdrop, x.has_sound, x.hot_votes, x.not_votes`

/** `excluded`: ids to leave out. A scalar sub-select: never turned into a hash or merge anti-join over all votes. */
const isUnrated = (id: string, excluded: string) => `${id} <> ALL (${excluded})
  AND (SELECT 1 FROM votes v WHERE v.user_id = u.id AND v.media_id = ${id}) IS NULL`
const isFree = `m.owner_id <> u.id AND ${isUnrated('m.id', '$3::bigint[]')}`

export const PROBES = Array.from({ length: 32 }, (_, i) => `(${i + 1})`).join(',')
/** A position drawn uniformly above the visitor's watermark. */
const RANDOM_POSITION = 'u.rated_through + 1 + floor(random() * (c.last_position - u.rated_through))::bigint'

/**
 * Up to 32 positions, until one of them has an item that `u` may rate. Both OFFSET 0 matter: the first draws one random
 * number a probe, the second keeps the planner from reordering the join, which would bias the choice.
 */
const FREE_POSITION = `
  SELECT m.* FROM (SELECT ${RANDOM_POSITION} AS position FROM (VALUES ${PROBES}) z(i) OFFSET 0) p
  CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM media x WHERE x.position = p.position OFFSET 0) m
  WHERE ${isFree} LIMIT 1`

/**
 * The same with ids up to `u.last_id`: of one that the visitor has rated, only the index of the votes is read. An item without
 * a position is not shown.
 */
const FREE_ID = `
  SELECT m.* FROM (
    SELECT id FROM (SELECT 1 + floor(random() * u.last_id)::bigint AS id FROM (VALUES ${PROBES}) z(i) OFFSET 0) d
    WHERE ${isUnrated('d.id', 'u.excluded::bigint[]')} OFFSET 0) p
  CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM media x WHERE x.id = p.id AND x.position IS NOT NULL OFFSET 0) m
  WHERE m.owner_id <> u.id LIMIT 1`

type Caller = { sessionHash: Buffer; userId: number }

/**
 * For nearly everybody: ids up to the last one that is known. One statement, one round trip, the session check included, for
 * all that ask at the same time; and no look at the watermark and the catalog, which cost as much as the item itself. A row
 * without an item says nothing yet. $1: hashes of sessions, $2: the named users, $3: ids to leave out, `{1,2}` for each,
 * $4: the last known ids. A drawn id depends on its call, so that each is drawn anew.
 * By subscripts and not by `unnest`: knowing how long an array is, the planner would think its plan for any arrays dearer,
 * and plan each call anew, which takes twice as long as the statement.
 */
const NEXT = statement({
  name: 'next_items',
  row: ITEM_ROW,
  text: `
SELECT ${ITEM}
FROM (
  SELECT n, ($1::bytea[])[n] AS token_hash, ($2::bigint[])[n] AS id, ($3::text[])[n] AS excluded, ($4::float8[])[n] AS last_id
  FROM generate_subscripts($1::bytea[], 1) n OFFSET 0) u
LEFT JOIN LATERAL (${FREE_ID}) i
  ON (SELECT user_id FROM sessions WHERE token_hash = u.token_hash AND expires_at > now()) = u.id
ORDER BY n`,
})

type NextCall = Caller & { exclude: number[]; lastId: number }

/** What each visitor may rate next, drawn among the ids up to `lastId`; without an item where that finds nothing. */
export const nextUpTo = (db: Db, calls: NextCall[]): Promise<OrNoItem<ItemRow>[]> =>
  db.query(NEXT, [
    calls.map(({ sessionHash }) => sessionHash),
    calls.map(({ userId }) => userId),
    calls.map(({ exclude }) => `{${exclude}}`),
    calls.map(({ lastId }) => lastId),
  ])

/**
 * The same above the watermark of the visitor, up to the last position of this moment; and it tells why there is none.
 * $1: hash of the session, $2: the named user.
 */
const aboveWatermark = (name: string, item: string) =>
  statement({
    name,
    /** `sessionUser` is null for an unknown session; `lastId`, the highest one, where everything is known to be rated. */
    row: { sessionUser: z.number().nullable(), lastId: z.number().nullable(), ...ITEM_ROW },
    text: `
SELECT s.user_id AS session_user, CASE WHEN c.last_position IS NOT NULL THEN (SELECT max(id) FROM media) END AS last_id, ${ITEM}
FROM (VALUES (1)) one
LEFT JOIN sessions s ON s.token_hash = $1 AND s.expires_at > now()
LEFT JOIN users u ON u.id = s.user_id AND s.user_id = $2::bigint
LEFT JOIN catalog c ON c.last_position > u.rated_through
LEFT JOIN LATERAL (${item}) i ON true`,
  })
const NEXT_ABOVE_WATERMARK = aboveWatermark('next_item_above_watermark', FREE_POSITION)

/** Ids of a window, and windows that are looked at, one after the other. */
const WINDOW = 250
const WINDOWS = 16

/**
 * For who has rated nearly everything: one of the free items of the first window that has any, from that of a random item on. Where each
 * id of a window is rated, only the index of the votes is read. `NOT IN` is hashed; for `NOT EXISTS` all votes of the visitor
 * would be.
 */
const FREE_NEARBY = `
  SELECT m.* FROM (SELECT ${RANDOM_POSITION} AS position OFFSET 0) p
  CROSS JOIN LATERAL (SELECT id FROM media WHERE position >= p.position ORDER BY position LIMIT 1) start
  CROSS JOIN (SELECT max(id) / ${WINDOW} + 1 AS count FROM media) windows
  CROSS JOIN LATERAL (
    SELECT (start.id / ${WINDOW} + n) % windows.count * ${WINDOW} AS lowest FROM generate_series(0, ${WINDOWS - 1}) n OFFSET 0) w
  CROSS JOIN LATERAL (
    WITH rated AS MATERIALIZED (
      SELECT media_id FROM votes v WHERE v.user_id = u.id AND media_id >= w.lowest AND media_id < w.lowest + ${WINDOW})
    SELECT ${COLUMNS} FROM media x
    WHERE (SELECT count(*) FROM rated) < ${WINDOW} AND x.id >= w.lowest AND x.id < w.lowest + ${WINDOW}
      AND x.position IS NOT NULL AND x.owner_id <> u.id
      AND x.id NOT IN (SELECT media_id FROM rated UNION ALL SELECT unnest($3::bigint[]))
    ORDER BY random() LIMIT 1) m
  LIMIT 1`
const NEXT_NEARBY = aboveWatermark('next_item_nearby', FREE_NEARBY)

/** What the visitor may rate next, if it is at one of some random positions, or `nearby` one. */
export const nextAboveWatermark = async (
  db: Db,
  { sessionHash, userId, exclude, nearby }: Caller & { exclude: number[]; nearby: boolean },
): Promise<OrNoItem<RowOf<typeof NEXT_ABOVE_WATERMARK>>> =>
  onlyRow(await db.query(nearby ? NEXT_NEARBY : NEXT_ABOVE_WATERMARK, [sessionHash, userId, exclude]))

/** Rows that the exact search looks at in one step. */
const STEP = 20_000

/**
 * Where none was found: the lowest free item, in steps. The search starts at the watermark and moves it up to what it found. Only an
 * undone vote, or one that moves to an account, frees an item below, and moves the watermark back: where the user's row has changed since the search began,
 * the watermark stays. An item that is free but excluded holds it back, too. $1: user, $2: position where the step before
 * ended, or 0, $3: ids to leave out.
 */
const SEARCH = statement({
  name: 'next_item_search',
  /** `ratedThrough`, where the watermark is lower, of this `version` of the user's row. */
  row: {
    scannedTo: z.number(),
    atEnd: z.boolean(),
    version: z.string().nullable(),
    ratedThrough: z.number().nullable(),
    ...ITEM_ROW,
  },
  text: `
WITH u AS MATERIALIZED (
  SELECT users.id, users.xmin AS version, rated_through, greatest(rated_through, $2::bigint) AS start, c.last_position
  FROM users, catalog c WHERE users.id = $1::bigint),
found AS MATERIALIZED (
  SELECT m.* FROM u
  CROSS JOIN LATERAL (SELECT * FROM media x WHERE x.position > u.start AND x.position <= u.last_position
                      ORDER BY x.position LIMIT ${STEP}) m
  WHERE ${isFree} LIMIT 1),
edge AS MATERIALIZED (
  SELECT CASE WHEN EXISTS (SELECT FROM found) THEN (SELECT position - 1 FROM found)
    ELSE coalesce((SELECT x.position FROM media x WHERE x.position > u.start AND x.position <= u.last_position
                   ORDER BY x.position OFFSET ${STEP - 1} LIMIT 1), u.last_position) END AS position FROM u),
mark AS (
  SELECT u.version::text, least(edge.position, (SELECT min(position) - 1 FROM media WHERE id = ANY ($3::bigint[])
                                                AND position > u.start)) AS position
  FROM edge, u WHERE u.start = u.rated_through)
SELECT edge.position AS scanned_to, edge.position >= u.last_position AS at_end,
  mark.version, CASE WHEN mark.position > u.rated_through THEN mark.position END AS rated_through, ${ITEM}
FROM u CROSS JOIN edge LEFT JOIN mark ON true LEFT JOIN found i ON true`,
})
const RAISE_WATERMARK = statement({
  name: 'raise_watermark',
  text: 'UPDATE users SET rated_through = $2 WHERE id = $1 AND xmin = $3::xid AND rated_through < $2',
})

/** One step of the search, which raises the watermark where it may. `from` is 0 at first, then the `scannedTo` of the step before. */
export const searchStep = async (
  db: Db,
  { userId, from, exclude }: { userId: number; from: number; exclude: number[] },
): Promise<OrNoItem<RowOf<typeof SEARCH>>> => {
  const step = onlyRow(await db.query(SEARCH, [userId, from, exclude]))
  const { ratedThrough, version } = step
  if (ratedThrough !== null) await unlessReadOnly(db.query(RAISE_WATERMARK, [userId, ratedThrough, version]))
  return step
}
