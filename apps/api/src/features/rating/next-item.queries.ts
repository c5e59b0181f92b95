import type { Db } from '../../db/client.ts'

export type ItemRow = {
  id: number
  originalKey: string
  displayKey: string | null
  thumbKey: string | null
  mimeType: string
  width: number
  height: number
  placeholder: Buffer | null
  hotVotes: number
  notVotes: number
  uploadedBy: string
}
/** `sessionUser` is null for an unknown session; without an item, the columns of `ItemRow` are null. */
type NextRow = { sessionUser: number | null; exhausted: boolean } & (ItemRow | { id: null })

const ITEM = `i.id, i.original_key AS "originalKey", i.display_key AS "displayKey", i.thumb_key AS "thumbKey",
  i.mime_type AS "mimeType", i.width, i.height, i.placeholder, i.hot_votes AS "hotVotes", i.not_votes AS "notVotes",
  o.username AS "uploadedBy"`

/** A scalar sub-select: never turned into a hash or merge anti-join over all votes. $3: ids to leave out. */
const FREE = `m.owner_id <> u.id AND m.id <> ALL ($3::bigint[])
  AND (SELECT 1 FROM votes v WHERE v.user_id = u.id AND v.media_id = m.id) IS NULL`

const PROBES = Array.from({ length: 16 }, (_, i) => `(${i + 1})`).join(',')
/** Rows that the walk after the probes looks at, from its random start. */
const WALK = 2000

/**
 * 16 positions drawn uniformly above the visitor's watermark; if none of them is free, the first free one within a
 * short walk from a random position. One statement, one round trip, the session check included. Both OFFSET 0 matter:
 * the first draws one random number a probe, the second keeps the planner from reordering the join, which would bias
 * the choice. $1: hash of the session, $2: the named user.
 */
const NEXT = {
  name: 'next_item',
  text: `
SELECT s.user_id AS "sessionUser", coalesce(u.rated_through >= c.last_position, false) AS exhausted, ${ITEM}
FROM (VALUES (1)) one
LEFT JOIN sessions s ON s.token_hash = $1 AND s.expires_at > now()
LEFT JOIN users u ON u.id = s.user_id AND s.user_id = $2::bigint
LEFT JOIN catalog c ON c.id = 1
LEFT JOIN LATERAL (
  (SELECT m.* FROM
    (SELECT u.rated_through + 1 + floor(random() * (c.last_position - u.rated_through))::bigint AS position
     FROM (VALUES ${PROBES}) z(i) OFFSET 0) p
   CROSS JOIN LATERAL (SELECT * FROM media x WHERE x.position = p.position OFFSET 0) m
   WHERE ${FREE} LIMIT 1)
  UNION ALL
  (SELECT m.* FROM
    (SELECT u.rated_through + 1 + floor(random() * (c.last_position - u.rated_through))::bigint AS position OFFSET 0) p
   CROSS JOIN LATERAL (SELECT * FROM media x WHERE x.position BETWEEN p.position AND c.last_position
                       ORDER BY x.position LIMIT ${WALK}) m
   WHERE ${FREE} LIMIT 1)
  LIMIT 1
) i ON u.id IS NOT NULL
LEFT JOIN users o ON o.id = i.owner_id`,
}

/** What the visitor may rate next, if the probes and the short walk find anything. */
export const nextByChance = async (
  db: Db,
  caller: { sessionHash: Buffer; userId: number },
  exclude: number[],
): Promise<NextRow> => {
  const [row] = await db.query<NextRow>(NEXT, [caller.sessionHash, caller.userId, exclude])
  if (!row) throw new Error('next_item answered without a row')
  return row
}

/** Positions that one step of the search looks at. */
const STEP = 20_000

type StepRow = { scannedTo: number; atEnd: boolean } & (ItemRow | { id: null })

/**
 * One step of the exact search: the free items among the next positions above the watermark, or above $4 when that is
 * higher. It moves the watermark up to the first free item, as nothing below it will ever be free again, so no row is
 * looked at twice. An item that is free but excluded stops the watermark, not the search. $2: user, $3: ids to leave out.
 */
const STEP_TEXT = `
WITH u AS MATERIALIZED (SELECT id, rated_through, greatest(rated_through, $2::bigint) AS start FROM users WHERE id = $1::bigint),
window_ AS MATERIALIZED (
  SELECT x.id, x.position, x.owner_id FROM u, catalog c
  CROSS JOIN LATERAL (SELECT y.id, y.position, y.owner_id FROM media y
    WHERE y.position > u.start AND y.position <= c.last_position ORDER BY y.position LIMIT ${STEP}) x
  WHERE c.id = 1),
free AS MATERIALIZED (
  SELECT w.id, w.position FROM u, (SELECT * FROM window_ ORDER BY position OFFSET 0) w
  WHERE w.owner_id <> u.id AND (SELECT 1 FROM votes v WHERE v.user_id = u.id AND v.media_id = w.id) IS NULL
  LIMIT 1 + cardinality($3::bigint[])),
bounds AS (
  SELECT count(*) < ${STEP} AS at_end, (SELECT last_position FROM catalog WHERE id = 1) AS last, max(position) AS top
  FROM window_),
reached AS (SELECT at_end, CASE WHEN at_end THEN last ELSE top END AS scanned_to FROM bounds),
mark AS (
  UPDATE users SET rated_through = t.through
  FROM (SELECT coalesce((SELECT min(position) - 1 FROM free), (SELECT scanned_to FROM reached)) AS through) t, u
  WHERE users.id = u.id AND u.start = u.rated_through AND users.rated_through < t.through)
SELECT r.scanned_to AS "scannedTo", r.at_end AS "atEnd", ${ITEM}
FROM reached r
LEFT JOIN LATERAL (SELECT m.* FROM free f JOIN media m ON m.id = f.id
  WHERE f.id <> ALL ($3::bigint[]) ORDER BY f.position LIMIT 1) i ON true
LEFT JOIN users o ON o.id = i.owner_id`

/** `from` is a position: 0 to start at the watermark, else where the step before ended. */
export const searchStep = async (db: Db, userId: number, from: number, exclude: number[]): Promise<StepRow> => {
  const [row] = await db.query<StepRow>({ name: 'next_item_search', text: STEP_TEXT }, [userId, from, exclude])
  if (!row) throw new Error('next_item_search answered without a row')
  return row
}
