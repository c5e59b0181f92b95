import { and, asc, countDistinct, desc, eq, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { lockUntilCommit, shareUntilCommit } from '../../platform/db/locks.ts'
import { takedownItems, takenDownMedia } from '../../platform/db/schema/index.ts'

const SET = ['taken-down', 'media'] as const

/** Prevents changes to the removed items until the commit. Concurrent uploads can share this lock. */
export const lockTakedownsShared = (tx: Db) => shareUntilCommit(tx, ...SET)

/** Waits for concurrent uploads, and makes later uploads wait until the commit. */
export const lockTakedownsExclusive = (tx: Db) => lockUntilCommit(tx, ...SET)

/** Joins an item named in a claim with the entry of its removal. */
export const IS_ENTRY_OF_ITEM = and(
  eq(takenDownMedia.takedownId, takedownItems.takedownId),
  eq(takenDownMedia.mediaId, takedownItems.mediaId),
)

/** Counts an item once, even if it has several claims. */
export const findTakenDownItems = (db: Db, userId: number | SQLWrapper) =>
  db.orm
    .select({ items: countDistinct(takenDownMedia.mediaId) })
    .from(takenDownMedia)
    .where(and(eq(takenDownMedia.ownerId, userId), takenDownMedia.isUpheld, eq(takenDownMedia.cause, 'takedown')))

/** Joins the item of the entry, or the claim's first item if the entry is a look-alike. */
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
