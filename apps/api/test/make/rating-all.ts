import { expect } from 'vitest'
import { expectError, type QuickVisitor } from '../app/call.ts'
import type { TestApp } from '../app/test-app.ts'

export const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)

/**
 * Rates until no item is left.
 * @returns ids in their order
 */
export const rateAll = async (visitor: QuickVisitor) => {
  const seen: number[] = []
  for (;;) {
    const next = await visitor.next()
    if (next.status !== 200) {
      expectError(next, 404, 'none_left')
      return seen
    }
    seen.push(next.body.id)
    const vote = await visitor.vote(next.body.id)
    expect(vote.status, vote.text).toBe(201)
  }
}

/** Rates all visible items of others except `left`, by SQL. */
export const rateBySql = async ({ deps }: TestApp, { id }: QuickVisitor, left: number[]) => {
  const BATCH = 10_000
  for (let from = 0; ; from += BATCH) {
    const rows = await deps.db.query(
      {
        text: `
WITH batch AS (
  SELECT id FROM media WHERE position > $3 AND position <= $4 AND owner_id <> $1 AND NOT id = ANY($2::bigint[])
), voted AS (INSERT INTO votes (user_id, media_id, is_hot) SELECT $1, id, true FROM batch RETURNING media_id),
counted AS (UPDATE users SET votes_cast = votes_cast + (SELECT count(*) FROM voted) WHERE id = $1)
SELECT 1 FROM catalog WHERE last_position > $4`,
      },
      [id, left, from, from + BATCH],
    )
    if (rows.length === 0) return
  }
}
