import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/client.ts'
import { lookAlikes, media, takedowns, takenDownMedia, users } from '../../platform/db/schema/index.ts'
import { MEDIA_COLUMNS } from '../media/stored-media.sql.ts'
import { findTakenDownItems, joinClaimedItem } from './taken-down.sql.ts'

const trashed = alias(media, 'trashed')
const uploader = alias(users, 'uploader')

export const listLookAlikes = (db: Db, ids: number[]) => {
  const claimed = joinClaimedItem(db)
  return db.orm
    .select({
      ...MEDIA_COLUMNS,
      userId: users.id,
      username: users.username,
      takenDownItems: sql`${findTakenDownItems(db, media.ownerId)}`.mapWith(Number),
      takedownId: takedowns.id,
      isUpheld: sql<boolean>`coalesce(${takenDownMedia.isUpheld}, false)`,
      cause: takenDownMedia.cause,
      removedName: takenDownMedia.originalName,
      trashedId: trashed.id,
      removedItem: claimed.removedItem,
      removedUserId: uploader.id,
      removedPicture: claimed.removedPicture,
    })
    .from(lookAlikes)
    .innerJoin(media, eq(media.id, lookAlikes.mediaId))
    .innerJoin(users, eq(users.id, media.ownerId))
    .leftJoin(takenDownMedia, eq(takenDownMedia.id, lookAlikes.takenDownId))
    .leftJoin(takedowns, eq(takedowns.id, takenDownMedia.takedownId))
    .leftJoinLateral(claimed, sql`true`)
    .leftJoin(trashed, and(eq(trashed.id, takenDownMedia.mediaId), eq(trashed.status, 'trashed')))
    .leftJoin(uploader, eq(uploader.id, takenDownMedia.ownerId))
    .where(and(eq(media.status, 'waiting'), inArray(media.id, ids)))
}

/** Locks a waiting upload and returns the request it resembles; undefined when not waiting. */
export const lockLookAlike = async (db: Db, mediaId: number) => {
  const [row] = await db.orm
    .select({ takenDownId: lookAlikes.takenDownId, takedownId: takenDownMedia.takedownId })
    .from(media)
    .innerJoin(lookAlikes, eq(lookAlikes.mediaId, media.id))
    .leftJoin(takenDownMedia, eq(takenDownMedia.id, lookAlikes.takenDownId))
    .where(and(eq(media.id, mediaId), eq(media.status, 'waiting')))
    .for('update', { of: media })
  return row
}

export const isShown = async (db: Db, mediaId: number) =>
  (await db.orm.$count(media, and(eq(media.id, mediaId), eq(media.status, 'ready')))) > 0

export const deleteLookAlike = async (db: Db, mediaId: number) => {
  await db.orm.delete(lookAlikes).where(eq(lookAlikes.mediaId, mediaId))
}
