import { eq, ne, sql } from 'drizzle-orm'
import type pg from 'pg'
import { z } from 'zod'
import { onlyRow, sumColumn } from '../../platform/db/aggregates.ts'
import type { Database, Db } from '../../platform/db/client.ts'
import { media } from '../../platform/db/schema/index.ts'
import { parseRows, type Statement, statement } from '../../platform/db/statement.ts'
import { IS_COUNTED, IS_SET_ASIDE } from '../voting/counted-votes.sql.ts'

const BATCH = 5000

/** Milliseconds; a cluster sorts all rows before the first batch. */
const TIMEOUT = 60 * 60_000

/** Reads one snapshot; consume each batch within the transaction's idle timeout (10 s). */
async function* readBatches<Row>(pool: pg.Pool, { text, row }: Statement<Row>): AsyncGenerator<Row[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${TIMEOUT}`)
    await client.query(`DECLARE batches NO SCROLL CURSOR FOR ${text}`)
    for (;;) {
      const batch = { text: `FETCH ${BATCH} FROM batches`, rowMode: 'array' as const, query_timeout: TIMEOUT }
      const { rows } = await client.query(batch)
      if (rows.length === 0) break
      yield parseRows(row, rows)
    }
  } finally {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    client.release(broken)
  }
}

/** `admin.md §3`. */
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

/** Primary key order needs no sort. */
export const allVotes = ({ pool }: Pick<Database, 'pool'>) => readBatches(pool, ALL_VOTES)

/** Votes on trashed, hidden or deleted items are not exported. */
export const hiddenItems = async ({ orm }: Db): Promise<ReadonlySet<number>> => {
  const rows = await orm.select({ id: media.id }).from(media).where(ne(media.status, 'ready'))
  return new Set(rows.map(({ id }) => id))
}

export const expectedVotes = async (db: Db): Promise<number> => {
  const votes = sumColumn(sql`${media.hotVotes} + ${media.notVotes}`)
  return onlyRow(await db.orm.select({ votes }).from(media).where(eq(media.status, 'ready'))).votes
}
