import type { CounterNotice } from '@hotvote/shared/operator/takedown-review'
import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { takedownItems, takedowns, takenDownMedia, users } from '../../platform/db/schema/index.ts'

/** Identifies an item that a takedown request removed. */
export type NoticeKey = { takedownId: number; mediaId: number }

const isIt = ({ takedownId, mediaId }: NoticeKey) =>
  and(eq(takedownItems.takedownId, takedownId), eq(takedownItems.mediaId, mediaId))

const isEntry = and(
  eq(takenDownMedia.takedownId, takedownItems.takedownId),
  eq(takenDownMedia.mediaId, takedownItems.mediaId),
)

/** Selects removals by upheld claims, and removals with a counter-notice. */
const selectNotices = ({ orm }: Db) => {
  const { takedownId, mediaId, removedItem, counterNotice } = takedownItems
  const isTold = and(isNotNull(removedItem), or(takenDownMedia.isUpheld, isNotNull(counterNotice)))
  const found = orm
    .select({ takedownId, mediaId, removedItem, counterNotice, status: takedowns.status })
    .from(takedownItems)
    .innerJoin(takedowns, eq(takedowns.id, takedownId))
    .innerJoin(takenDownMedia, and(isEntry, eq(takenDownMedia.cause, 'takedown')))
  return { found, isTold }
}

export const findNotice = async (db: Db, key: NoticeKey) => {
  const { found, isTold } = selectNotices(db)
  const [row] = await found.where(and(isIt(key), isTold)).limit(1)
  return row
}

export type NoticeRow = NonNullable<Awaited<ReturnType<typeof findNotice>>>

/** Maximum number of notices in My Stats. */
const LISTED_MAX = 50

export const listNotices = (db: Db, ownerId: number): Promise<NoticeRow[]> => {
  const { found, isTold } = selectNotices(db)
  const { takedownId, mediaId } = takedownItems
  return found
    .where(and(eq(takenDownMedia.ownerId, ownerId), isTold))
    .orderBy(desc(takedownId), desc(mediaId))
    .limit(LISTED_MAX)
}

/** Returns false if the removal already has a counter-notice. */
export const insertCounterNotice = async ({ orm }: Db, key: NoticeKey, given: Omit<CounterNotice, 'filedAt'>) => {
  const { name, statement } = given
  const { rowCount } = await orm
    .update(takedownItems)
    .set({
      counterNotice: sql`jsonb_build_object('name', ${name}::text, 'statement', ${statement}::text, 'filedAt', now())`,
    })
    .where(and(isIt(key), isNull(takedownItems.counterNotice)))
  return rowCount === 1
}

/** Finds the uploaders who have a confirmed email address. */
export const findUploadersToTell = ({ orm }: Db, takedownId: number, mediaIds: number[]) =>
  orm
    .select({
      email: sql<string>`${users.email}`,
      mediaId: takedownItems.mediaId,
      removedItem: takedownItems.removedItem,
    })
    .from(takedownItems)
    .innerJoin(takenDownMedia, isEntry)
    .innerJoin(users, eq(users.id, takenDownMedia.ownerId))
    .where(
      and(
        eq(takedownItems.takedownId, takedownId),
        inArray(takedownItems.mediaId, mediaIds),
        isNotNull(users.emailVerifiedAt),
      ),
    )
    .orderBy(takedownItems.position)

export const listCounterNotices = ({ orm }: Db, userId: number) => {
  const { takedownId, mediaId, counterNotice } = takedownItems
  const isTheirs = and(isEntry, eq(takenDownMedia.ownerId, userId))
  return orm
    .select({ takedownId, mediaId, counterNotice })
    .from(takedownItems)
    .innerJoin(takenDownMedia, isTheirs)
    .where(isNotNull(counterNotice))
    .orderBy(takedownId, mediaId)
}
