import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { votes } from '../../platform/db/schema/index.ts'

/** Larger than the number of items on any site. */
const MOST = 1_000_000_000

/** The limit makes a cluster read the votes before joining them with `media`. */
export const selectUserVotes = ({ orm }: Db, userId: number) =>
  orm.select().from(votes).where(eq(votes.userId, userId)).limit(MOST).as('votes')

/** SQL condition for visitors without a counted vote or a live upload. */
export const IS_NEW = 'votes_cast = 0 AND uploads = 0'
