import { randomBytes } from 'node:crypto'
import type { Db } from '../../src/platform/db/client.ts'

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
