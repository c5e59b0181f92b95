import { and, eq, sql } from 'drizzle-orm'
import { onlyRow, sumOf } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { media } from '../../db/schema/index.ts'
import { IS_STORED } from '../../db/stored-media.ts'

/** From so many votes on an owner's items on, those of a time are found by their time, not item by item. */
const MANY = 200_000

/** The votes on all items of an owner. $1: the owner. */
const ofOwn = (item: string) =>
  `${item} IN (SELECT id FROM media WHERE owner_id = $1 AND status IN ('ready', 'waiting'))`

/**
 * Votes on one item lie all over the table: with a million of them it is four times as fast to read all votes of the last
 * weeks, which lie side by side. PostgreSQL takes the index of items all the same, but for a sum it has none.
 */
export const OF_OWN = { few: ofOwn('media_id'), many: ofOwn('media_id + 0') }

export const amountOf = async (db: Db, ownerId: number): Promise<keyof typeof OF_OWN> => {
  const all = sumOf(sql`${media.hotVotes} + ${media.notVotes}`)
  const isOwn = and(eq(media.ownerId, ownerId), IS_STORED)
  const { votes } = onlyRow(await db.orm.select({ votes: all }).from(media).where(isOwn))
  return votes < MANY ? 'few' : 'many'
}
