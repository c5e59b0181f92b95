import type { BucketTotals } from '@hotvote/shared/bucket'
import { and, count, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { deleteExpired } from '../../db/expired.ts'
import { media, operations } from '../../db/schema/index.ts'
import { type RowOf, statement } from '../../db/statement.ts'
import { KEY_COLUMNS, withFile } from '../../db/stored-media.ts'
import { VARIANTS } from '../../domain/media-keys.ts'

const USES = statement({
  name: 'bucket_uses',
  row: {
    key: z.string(),
    variant: z.enum(VARIANTS),
    mediaId: z.number(),
    name: z.string(),
    votes: z.number(),
    status: z.enum(['pending', 'waiting', 'ready', 'trashed']),
    thumbKey: z.string().nullable(),
  },
  text: `
SELECT file.key, variant, id AS media_id, original_name AS name, hot_votes + not_votes AS votes,
  status, thumb_key
FROM unnest($1::text[]) file (key), LATERAL (${withFile('file.key')}) item WHERE status <> 'deleted'`,
})

/** What a row of `media` says of one of its files. */
export type Use = RowOf<typeof USES>

/** Which item each of these files belongs to; a file without an item, or of one that was deleted, is not in the answer. */
export const usesOf = async (db: Db, keys: string[]): Promise<Map<string, Use>> => {
  const rows = await db.query(USES, [keys])
  return new Map(rows.map((row) => [row.key, row]))
}

/** How many files the rows name: about as many as a look through the whole bucket will meet. */
export const expectedFiles = async (db: Db): Promise<number> => {
  const counts = KEY_COLUMNS.map((key) => count(key))
  const files = sql.join(counts, sql` + `).mapWith(Number)
  return onlyRow(await db.orm.select({ files }).from(media)).files
}

/** What the newest orphan report that came to its end has counted. */
export const lastTotals = async (db: Db): Promise<BucketTotals | null> => {
  const [row] = await db.orm
    .select({ totals: sql<BucketTotals | null>`${operations.result} -> 'totals'` })
    .from(operations)
    .where(and(eq(operations.kind, 'find-orphans'), eq(operations.status, 'done')))
    .orderBy(desc(operations.id))
    .limit(1)
  return row?.totals ?? null
}

/** Days for which a report of the bucket is stored: it has names of files that may have been erased since. */
const REPORT_DAYS = 7

export const deleteOldReports = (db: Db) => {
  const isReport = inArray(operations.kind, ['find-duplicates', 'find-orphans'])
  const isOld = lt(operations.endedAt, sql`now() - make_interval(days => ${REPORT_DAYS}::int)`)
  return deleteExpired(db, operations, sql`${isReport} AND ${isOld}`)
}

export const isImportOpen = async (db: Db): Promise<boolean> => {
  const isOpen = inArray(operations.status, ['queued', 'running', 'paused'])
  return (await db.orm.$count(operations, and(eq(operations.kind, 'import-media'), isOpen))) > 0
}
