import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { media, removedContent } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { FILE_KEYS } from '../../db/stored-media.ts'

/**
 * Holds an item until the transaction ends: from here on no vote or view can arrive. Null when there is none. `sha256` in
 * hex; the first of `keys` is the original's.
 */
export const lockItem = async (db: Db, mediaId: number) => {
  const { ownerId, mimeType, sizeBytes: size, views } = media
  const sha256 = sql<string>`encode(${media.sha256}, 'hex')`
  const votes = sql<number>`${media.hotVotes} + ${media.notVotes}`
  const [row] = await db.orm
    .select({ ownerId, mimeType, size, sha256, keys: FILE_KEYS, votes, views })
    .from(media)
    .where(and(eq(media.id, mediaId), eq(media.status, 'ready')))
    .for('update')
    .prepare('lock_item')
    .execute()
  return row ?? null
}

const MARK_DELETED = statement({
  name: 'mark_deleted',
  row: { id: z.number() },
  text: `
WITH gone AS (
  UPDATE media SET status = 'deleted', position = NULL, updated_at = now() WHERE id = $1 RETURNING owner_id),
less AS (UPDATE users SET uploads = uploads - 1 FROM gone WHERE users.id = gone.owner_id)
UPDATE takedowns SET media_id = NULL, removed_item = jsonb_build_object('id', item.id,
  'originalName', item.original_name, 'username', owner.username, 'mimeType', item.mime_type,
  'votes', item.hot_votes + item.not_votes, 'removedAt', now())
FROM media item JOIN users owner ON owner.id = item.owner_id
WHERE item.id = $1 AND takedowns.media_id = $1 RETURNING takedowns.id`,
})

/**
 * Marks a locked item as deleted. Its votes, views and row are erased later (docs/decisions/040). Takedown requests about
 * it store what it was; their ids are returned.
 */
export const markDeleted = async (db: Db, mediaId: number): Promise<number[]> => {
  const claims = await db.query(MARK_DELETED, [mediaId])
  return claims.map(({ id }) => id)
}

export const rememberRemoved = async (db: Db, contents: string[]) => {
  await db.orm
    .insert(removedContent)
    .values(contents.map((content) => ({ content })))
    .onConflictDoNothing()
}
