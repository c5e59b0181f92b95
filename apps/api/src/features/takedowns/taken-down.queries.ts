import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { countWhere, onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { media, takedownItems, takedowns, takenDownHashes, takenDownMedia, users } from '../../db/schema/index.ts'
import { takenDownItemsOf } from '../../db/taken-down.ts'

/** Says of what was deleted while this claim was about it whether it stays down. */
export const setUpheld = async (db: Db, takedownId: number, isUpheld: boolean) => {
  const changed = { isUpheld, updatedAt: sql`now()` }
  await db.orm.update(takenDownMedia).set(changed).where(eq(takenDownMedia.takedownId, takedownId))
}

/** The entries about a removed item, each with the claim that the item was removed under. */
export const listEntriesAbout = async (db: Db, mediaId: number) => {
  const isLinked = and(
    eq(takedownItems.takedownId, takenDownMedia.takedownId),
    eq(takedownItems.mediaId, takenDownMedia.mediaId),
  )
  return db.orm
    .select({ id: takenDownMedia.id, claim: takedownItems.takedownId })
    .from(takenDownMedia)
    .leftJoin(takedownItems, isLinked)
    .where(eq(takenDownMedia.mediaId, mediaId))
}

/** Those of these entries that still exist; `onlyWithoutHash`: only those known by the bytes of their file alone. */
export const presentEntries = async (db: Db, ids: number[], { onlyWithoutHash }: { onlyWithoutHash: boolean }) => {
  const { id } = takenDownMedia
  const isOfPicture = and(eq(takenDownHashes.takenDownId, id), sql`length(${takenDownHashes.hash}) = 64`)
  const hash = db.orm.select({ isThere: sql`true` }).from(takenDownHashes).where(isOfPicture)
  const rows = await db.orm
    .select({ id })
    .from(takenDownMedia)
    .where(and(inArray(id, ids), onlyWithoutHash ? sql`NOT EXISTS ${hash}` : undefined))
  return rows.map((row) => row.id)
}

export const addHashes = async (db: Db, takenDownIds: number[], hashes: string[]) => {
  const rows = takenDownIds.flatMap((takenDownId) => hashes.map((hash) => ({ takenDownId, hash })))
  await db.orm.insert(takenDownHashes).values(rows).onConflictDoNothing()
}

/** How many requests of this address there are, and how they were decided. */
export const requestsOf = async (db: Db, email: string) =>
  onlyRow(
    await db.orm
      .select({
        filed: count(),
        upheld: countWhere(eq(takedowns.status, 'resolved')),
        rejected: countWhere(eq(takedowns.status, 'rejected')),
      })
      .from(takedowns)
      .where(eq(sql`lower(${takedowns.complainantEmail})`, sql`lower(${email})`)),
  )

/** The uploader of the first item of a request; the entry of a deleted item names them still. */
const findFirstOwner = async (db: Db, takedownId: number): Promise<number | null> => {
  const { mediaId, removedItem, position } = takedownItems
  const isEntry = and(eq(takenDownMedia.takedownId, takedownId), eq(takenDownMedia.mediaId, mediaId))
  const [row] = await db.orm
    .select({ ownerId: sql<number | null>`coalesce(${takenDownMedia.ownerId}, ${media.ownerId})`.mapWith(Number) })
    .from(takedownItems)
    .leftJoin(takenDownMedia, isEntry)
    .leftJoin(media, and(eq(media.id, mediaId), isNull(removedItem)))
    .where(eq(takedownItems.takedownId, takedownId))
    .orderBy(asc(position))
    .limit(1)
  return row?.ownerId ?? null
}

/** The uploader of a request's first item and how many of their items were taken down; null when the uploader is unknown. */
export const uploaderOf = async (db: Db, takedownId: number) => {
  const userId = await findFirstOwner(db, takedownId)
  if (userId === null) return null
  const [user] = await db.orm.select({ username: users.username }).from(users).where(eq(users.id, userId))
  const takenDownItems = onlyRow(await takenDownItemsOf(db, userId)).items
  return { userId, username: user?.username ?? null, takenDownItems }
}
