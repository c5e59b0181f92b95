import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { votes } from '../../platform/db/schema/index.ts'

/** More votes than one user has items to vote on. */
const MOST = 1_000_000_000

/** All votes of one user. The limit has them read first, so that a cluster joins few rows with `media`. */
export const votesOfUser = ({ orm }: Db, userId: number) =>
  orm.select().from(votes).where(eq(votes.userId, userId)).limit(MOST).as('votes')
