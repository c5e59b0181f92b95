import type { CounterNotice, ReviewedTakedown } from '@hotvote/shared/operator/takedown-review'
import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { takedownItems, takedowns, takenDownMedia, users } from '../../platform/db/schema/index.ts'
import { IS_ENTRY_OF_ITEM } from './taken-down.sql.ts'

/** Identifies an item that a takedown request removed. */
export type NoticeKey = { takedownId: number; mediaId: number }

const isIt = ({ takedownId, mediaId }: NoticeKey) =>
  and(eq(takedownItems.takedownId, takedownId), eq(takedownItems.mediaId, mediaId))

/** Selects removals by upheld claims, and removals with a counter-notice. */
const selectNotices = ({ orm }: Db, which: SQL | undefined) => {
  const { takedownId, mediaId, removedItem, counterNotice } = takedownItems
  const isTold = and(isNotNull(removedItem), or(takenDownMedia.isUpheld, isNotNull(counterNotice)))
  return orm
    .select({
      ...{ takedownId, mediaId, counterNotice, status: takedowns.status },
      removedItem: sql<NonNullable<ReviewedTakedown['removedItem']>>`${removedItem}`,
    })
    .from(takedownItems)
    .innerJoin(takedowns, eq(takedowns.id, takedownId))
    .innerJoin(takenDownMedia, IS_ENTRY_OF_ITEM)
    .where(and(which, isTold))
}

export const findNotice = async (db: Db, key: NoticeKey) => {
  const [row] = await selectNotices(db, isIt(key)).limit(1)
  return row
}

export type NoticeRow = NonNullable<Awaited<ReturnType<typeof findNotice>>>

/** Maximum number of notices in My Stats. */
const LISTED_MAX = 50

export const listNotices = (db: Db, ownerId: number): Promise<NoticeRow[]> =>
  selectNotices(db, eq(takenDownMedia.ownerId, ownerId))
    .orderBy(desc(takedownItems.takedownId), desc(takedownItems.mediaId))
    .limit(LISTED_MAX)

/** Returns false if the removal already has a counter-notice. */
export const addCounterNotice = async ({ orm }: Db, key: NoticeKey, given: Omit<CounterNotice, 'filedAt'>) => {
  const { name, statement } = given
  const { rowCount } = await orm
    .update(takedownItems)
    .set({
      counterNotice: sql`jsonb_build_object('name', ${name}::text, 'statement', ${statement}::text, 'filedAt', now())`,
    })
    .where(and(isIt(key), isNull(takedownItems.counterNotice)))
  return rowCount === 1
}

/** Lists removed items whose uploader has a confirmed email address. */
export const findUploadersToTell = ({ orm }: Db, takedownId: number, mediaIds: number[]) =>
  orm
    .select({
      email: sql<string>`${users.email}`,
      mediaId: takedownItems.mediaId,
      originalName: sql<string>`${takedownItems.removedItem} ->> 'originalName'`,
    })
    .from(takedownItems)
    .innerJoin(takenDownMedia, IS_ENTRY_OF_ITEM)
    .innerJoin(users, eq(users.id, takenDownMedia.ownerId))
    .where(
      and(
        eq(takedownItems.takedownId, takedownId),
        inArray(takedownItems.mediaId, mediaIds),
        isNotNull(takedownItems.removedItem),
        isNotNull(users.emailVerifiedAt),
      ),
    )
    .orderBy(takedownItems.position)

export const listCounterNotices = ({ orm }: Db, userId: number) => {
  const { takedownId, mediaId, counterNotice } = takedownItems
  const isTheirs = and(IS_ENTRY_OF_ITEM, eq(takenDownMedia.ownerId, userId))
  return orm
    .select({ takedownId, mediaId, counterNotice })
    .from(takedownItems)
    .innerJoin(takenDownMedia, isTheirs)
    .where(isNotNull(counterNotice))
    .orderBy(takedownId, mediaId)
}
