import type { Db } from '../../db/client.ts'

/** `sha256` in hex; the first of `keys` is the original's. */
type LockedItem = {
  ownerId: number
  mimeType: string
  size: number
  sha256: string
  keys: string[]
  votes: number
  views: number
}

/** Holds an item until the transaction ends: from here on no vote or view can arrive. Null when there is none. */
export const lockItem = async (db: Db, mediaId: number): Promise<LockedItem | null> => {
  const text = `
SELECT owner_id AS "ownerId", mime_type AS "mimeType", size_bytes AS size, encode(sha256, 'hex') AS sha256,
  array_remove(ARRAY[original_key, display_key, thumb_key], NULL) AS keys, hot_votes + not_votes AS votes, views
FROM media WHERE id = $1 AND status = 'ready' FOR UPDATE`
  const [row] = await db.query<LockedItem>({ name: 'lock_item', text }, [mediaId])
  return row ?? null
}

/**
 * Takes an item that is held away from everybody. Its votes, views and row are erased later (docs/decisions/040). Claims
 * about it keep what it was; they are returned.
 */
export const markDeleted = async (db: Db, mediaId: number): Promise<number[]> => {
  const text = `
WITH gone AS (
  UPDATE media SET status = 'deleted', position = NULL, updated_at = now() WHERE id = $1 RETURNING owner_id),
less AS (UPDATE users SET uploads = uploads - 1 FROM gone WHERE users.id = gone.owner_id)
UPDATE takedowns SET media_id = NULL, removed_item = jsonb_build_object('id', item.id,
  'originalName', item.original_name, 'username', owner.username, 'mimeType', item.mime_type,
  'votes', item.hot_votes + item.not_votes, 'removedAt', now())
FROM media item JOIN users owner ON owner.id = item.owner_id
WHERE item.id = $1 AND takedowns.media_id = $1 RETURNING takedowns.id`
  const claims = await db.query<{ id: number }>({ name: 'mark_deleted', text }, [mediaId])
  return claims.map(({ id }) => id)
}

export const rememberRemoved = async (db: Db, contents: string[]) => {
  const text = 'INSERT INTO removed_content (content) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING'
  await db.query({ name: 'remember_removed', text }, [contents])
}
