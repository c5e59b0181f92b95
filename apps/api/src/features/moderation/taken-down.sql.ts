import { and, asc, countDistinct, desc, eq, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { lockUntilCommit, shareUntilCommit } from '../../platform/db/locks.ts'
import { takedownItems, takenDownMedia } from '../../platform/db/schema/index.ts'

const SET = ['taken-down', 'media'] as const

/** Holds what is taken down as it is until the commit; any number of uploads are published at a time. */
export const shareTakenDown = (tx: Db) => shareUntilCommit(tx, ...SET)

/** Waits for the uploads that are being published, and lets others wait until the commit: those see what it decided. */
export const lockTakenDown = (tx: Db) => lockUntilCommit(tx, ...SET)

/** How many items of this user were taken down by claims; several about one item count once. */
export const findTakenDownItems = (db: Db, userId: number | SQLWrapper) =>
  db.orm
    .select({ items: countDistinct(takenDownMedia.mediaId) })
    .from(takenDownMedia)
    .where(and(eq(takenDownMedia.ownerId, userId), takenDownMedia.isUpheld, eq(takenDownMedia.cause, 'takedown')))

/** The claimed item behind a row of `takenDownMedia`; for a look-alike of a removed item, the first that the claim names. */
export const joinClaimedItem = ({ orm }: Db) => {
  const { takedownId, mediaId, position, removedItem, removedPicture } = takedownItems
  return orm
    .select({ removedItem, removedPicture })
    .from(takedownItems)
    .where(eq(takedownId, takenDownMedia.takedownId))
    .orderBy(desc(eq(mediaId, takenDownMedia.mediaId)), asc(position))
    .limit(1)
    .as('claimed')
}
