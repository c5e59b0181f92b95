import { eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow, sumOf } from '../../db/aggregates.ts'
import type { Database, Db } from '../../db/client.ts'
import { IS_COUNTED, IS_SET_ASIDE } from '../../db/counted-votes.ts'
import { readBatches } from '../../db/read-batches.ts'
import { media } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'

/** The columns of `admin.md §3`. */
export const COLUMNS = ['user_id', 'media_id', 'is_hot', 'voted_at']

const ALL_VOTES = statement({
  name: 'all_votes',
  row: {
    userId: z.number(),
    mediaId: z.number(),
    isHot: z.boolean(),
    createdAt: z.date(),
    isSetAside: z.boolean(),
  },
  text: `
(SELECT user_id, media_id, is_hot, created_at, false AS is_set_aside FROM votes
WHERE ${IS_COUNTED} ORDER BY user_id, media_id)
UNION ALL
(SELECT user_id, media_id, is_hot, created_at, true FROM votes
WHERE ${IS_SET_ASIDE} ORDER BY user_id, media_id)`,
})

/**
 * Every vote as it was at one moment, by user and item: the order of the primary key, so the first rows need no sort. Votes
 * that count go first, then those of voters set aside.
 */
export const allVotes = ({ pool }: Pick<Database, 'pool'>) => readBatches(pool, ALL_VOTES)

/** Items whose votes are not exported: they are in the trash, hidden or being erased. */
export const hiddenItems = async ({ orm }: Db): Promise<ReadonlySet<number>> => {
  const rows = await orm.select({ id: media.id }).from(media).where(ne(media.status, 'ready'))
  return new Set(rows.map(({ id }) => id))
}

/** From the counters of the items: quick, and only for telling how far the export is. */
export const expectedVotes = async (db: Db): Promise<number> => {
  const votes = sumOf(sql`${media.hotVotes} + ${media.notVotes}`)
  return onlyRow(await db.orm.select({ votes }).from(media).where(eq(media.status, 'ready'))).votes
}
