import { allowLong, type Db } from '../../db/client.ts'

/** Milliseconds. An item with a million votes takes a while; everybody else goes on meanwhile. */
const PATIENCE = 120_000

/** `sha256` in hex; the first of `keys` is the original's. */
type LockedItem = { ownerId: number; mimeType: string; size: number; sha256: string; keys: string[] }

/** Holds an item until the transaction ends: from here on no vote or view can arrive. Null when there is none. */
export const lockItem = async (db: Db, mediaId: number): Promise<LockedItem | null> => {
  const text = `
SELECT owner_id AS "ownerId", mime_type AS "mimeType", size_bytes AS size, encode(sha256, 'hex') AS sha256,
  array_remove(ARRAY[original_key, display_key, thumb_key], NULL) AS keys
FROM media WHERE id = $1 AND status = 'ready' FOR UPDATE`
  const [row] = await db.query<LockedItem>({ name: 'lock_item', text }, [mediaId])
  return row ?? null
}

/**
 * Holds everybody whose counters change with the item, the item's lock being held: a vote takes both in this order too.
 * By id, so that two deletions with the same voters wait for one another instead of meeting in a deadlock.
 */
export const lockUsersOf = async (db: Db, mediaId: number, ownerId: number) => {
  const text = `
SELECT id FROM users
WHERE id = ANY (ARRAY(SELECT user_id FROM votes WHERE media_id = $1 UNION SELECT user_id FROM views WHERE media_id = $1 UNION SELECT $2::bigint))
ORDER BY id FOR NO KEY UPDATE`
  await allowLong(db, PATIENCE)
  await db.query({ name: 'lock_users_of', text, patience: PATIENCE }, [mediaId, ownerId])
}

/** Removes an item with its votes and views, and takes them off the counters of voters, viewers and owner. */
export const deleteItem = async (db: Db, mediaId: number, ownerId: number) => {
  const text = `
WITH unvoted AS (DELETE FROM votes WHERE media_id = $1 RETURNING user_id),
unseen AS (DELETE FROM views WHERE media_id = $1 RETURNING user_id),
gone AS (DELETE FROM media WHERE id = $1 RETURNING id),
less AS (
  SELECT user_id, sum(votes) AS votes, sum(views) AS views, sum(uploads) AS uploads
  FROM (
    SELECT user_id, 1 AS votes, 0 AS views, 0 AS uploads FROM unvoted
    UNION ALL SELECT user_id, 0, 1, 0 FROM unseen
    UNION ALL SELECT $2::bigint, 0, 0, count(*) FROM gone) each
  GROUP BY user_id),
counters AS (
  UPDATE users SET votes_cast = votes_cast - less.votes, views_made = views_made - less.views,
    uploads = users.uploads - less.uploads
  FROM less WHERE users.id = less.user_id)
SELECT (SELECT count(*) FROM unvoted) AS votes, (SELECT count(*) FROM unseen) AS views`
  const [row] = await db.query<{ votes: number; views: number }>({ name: 'delete_item', text, patience: PATIENCE }, [
    mediaId,
    ownerId,
  ])
  if (!row) throw new Error('delete_item answered without a row')
  return row
}

export const rememberRemoved = async (db: Db, contents: string[]) => {
  const text = 'INSERT INTO removed_content (content) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING'
  await db.query({ name: 'remember_removed', text }, [contents])
}
