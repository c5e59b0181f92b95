import type pg from 'pg'
import { rowsOf, type Statement } from './statement.ts'

/** Rows read from the server at a time. */
const BATCH = 5000

/** Milliseconds until a batch is there: a cluster sorts all rows before the first one. */
const TIMEOUT = 60 * 60_000

/**
 * Reads a result of any size in batches, all of it as it was at the first moment. Each batch must be used within the
 * idle time of a transaction (10 s). Leaving the loop early frees the connection too. A cursor runs the text of the
 * statement, which is not prepared.
 */
export async function* readBatches<Row>(pool: pg.Pool, { text, row }: Statement<Row>): AsyncGenerator<Row[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${TIMEOUT}`)
    await client.query(`DECLARE batches NO SCROLL CURSOR FOR ${text}`)
    for (;;) {
      const batch = { text: `FETCH ${BATCH} FROM batches`, rowMode: 'array' as const, query_timeout: TIMEOUT }
      const { rows } = await client.query(batch)
      if (rows.length === 0) break
      yield rowsOf(row, rows)
    }
  } finally {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    client.release(broken)
  }
}
