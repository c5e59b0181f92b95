import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm'
import { countWhere, onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { media, takedowns, takenDownHashes, takenDownMedia, users } from '../../db/schema/index.ts'
import { takenDownItemsOf } from '../../db/taken-down.ts'

/** Says of what was deleted while this claim was about it whether it stays down. */
export const setUpheld = async (db: Db, takedownId: number, isUpheld: boolean) => {
  const changed = { isUpheld, updatedAt: sql`now()` }
  await db.orm.update(takenDownMedia).set(changed).where(eq(takenDownMedia.takedownId, takedownId))
}

/** What was deleted while these claims were about it, and these entries. */
export type Removed = { claims: number[]; takenDown: number[] }

/** The entries of what was removed; `onlyWithoutHash`: those that are known by their file alone. */
export const entriesOf = async (db: Db, { claims, takenDown }: Removed, { onlyWithoutHash = false }) => {
  const { id, takedownId } = takenDownMedia
  const isOfPicture = and(eq(takenDownHashes.takenDownId, id), sql`length(${takenDownHashes.hash}) = 64`)
  const hash = db.orm.select({ isThere: sql`true` }).from(takenDownHashes).where(isOfPicture)
  const isRemoved = or(inArray(takedownId, claims), inArray(id, takenDown))
  const rows = await db.orm
    .select({ id })
    .from(takenDownMedia)
    .where(and(isRemoved, onlyWithoutHash ? sql`NOT EXISTS ${hash}` : undefined))
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

/** Who uploaded the item of a request, also when it is deleted. */
const ownerOfItem = async (db: Db, { id, mediaId }: { id: number; mediaId: number | null }): Promise<number | null> => {
  const present = db.orm.select({ ownerId: media.ownerId }).from(media)
  const deleted = db.orm.select({ ownerId: takenDownMedia.ownerId }).from(takenDownMedia)
  const [row] = await (mediaId === null
    ? deleted.where(eq(takenDownMedia.takedownId, id)).orderBy(asc(takenDownMedia.id)).limit(1)
    : present.where(eq(media.id, mediaId)))
  return row?.ownerId ?? null
}

/** The uploader of a request's item and how many of their items were taken down; null when nobody is known. */
export const uploaderOf = async (db: Db, takedown: { id: number; mediaId: number | null }) => {
  const userId = await ownerOfItem(db, takedown)
  if (userId === null) return null
  const [user] = await db.orm.select({ username: users.username }).from(users).where(eq(users.id, userId))
  const takenDownItems = onlyRow(await takenDownItemsOf(db, userId)).items
  return { userId, username: user?.username ?? null, takenDownItems }
}
