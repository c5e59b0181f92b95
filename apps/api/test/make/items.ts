import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Db } from '../../src/platform/db/client.ts'
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

type WithDatabase = { deps: { db: Pick<Db, 'query'> } }

/** Rows per statement, within the statement timeout even on a slow machine. */
const BATCH = 1000

/**
 * Creates items by SQL, without files.
 * @returns ids in the order of positions
 */
export const newItems = async (site: WithDatabase, ownerId: number, count: number) => {
  const ids: number[] = []
  while (ids.length < count) ids.push(...(await newBatch(site, ownerId, Math.min(BATCH, count - ids.length))))
  return ids
}

const newBatch = async ({ deps }: WithDatabase, ownerId: number, count: number) => {
  const rows = await deps.db.query<{ id: number }>(
    {
      text: `
WITH top AS (UPDATE catalog SET last_position = last_position + $2 RETURNING last_position - $2 AS base),
made AS (
  INSERT INTO media (owner_id, status, position, mime_type, original_name, size_bytes, width, height, original_key, sha256)
  SELECT $1, 'ready', top.base + n, 'image/jpeg', 'made.jpg', 1000, 640, 480, '2026/11/' || $3 || n || '-original.jpg',
    sha256(convert_to($3 || n, 'UTF8'))
  FROM top, generate_series(1, $2::int) n RETURNING id, position),
owner AS (UPDATE users SET uploads = uploads + $2 WHERE id = $1)
SELECT id FROM made ORDER BY position`,
    },
    [ownerId, count, randomBytes(6).toString('hex')],
  )
  return rows.map(({ id }) => id)
}

/** Items with one Hot vote each by `voter`. */
export const newRatedItems = async (
  site: WithDatabase,
  ownerId: number,
  { voter, count }: { voter: number; count: number },
) => {
  const items = await newItems(site, ownerId, count)
  const text = `
WITH voted AS (INSERT INTO votes (user_id, media_id, is_hot) SELECT $1, id, true FROM unnest($2::bigint[]) id),
total AS (UPDATE media SET hot_votes = hot_votes + 1 WHERE id = ANY ($2))
UPDATE users SET votes_cast = votes_cast + cardinality($2) WHERE id = $1`
  await site.deps.db.query({ text }, [voter, items])
  return items
}
