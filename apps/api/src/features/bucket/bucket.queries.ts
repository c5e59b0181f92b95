import type { BucketTotals } from '@hotvote/shared/operator/bucket'
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { VARIANTS } from '../../domain/media-keys.ts'
import { onlyRow } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { deleteExpired } from '../../platform/db/expired.ts'
import { media, operations, removedContent, users } from '../../platform/db/schema/index.ts'
import { type RowOf, statement } from '../../platform/db/statement.ts'
import { KEYS_TO_DELETE } from '../../platform/jobs/queue-tables.ts'
import { FILE_KEYS, KEY_COLUMNS, withFile } from '../media/stored-media.sql.ts'

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

export type Use = RowOf<typeof USES>

/** Finds the items that use the given files. Files of deleted items count as unused. */
export const findUses = async (db: Db, keys: string[]): Promise<Map<string, Use>> => {
  const rows = await db.query(USES, [keys])
  return new Map(rows.map((row) => [row.key, row]))
}

/** Estimates the number of files in the bucket, for progress reports. */
export const expectedFiles = async (db: Db): Promise<number> => {
  const counts = KEY_COLUMNS.map((key) => count(key))
  const files = sql.join(counts, sql` + `).mapWith(Number)
  return onlyRow(await db.orm.select({ files }).from(media)).files
}

export const lastTotals = async (db: Db): Promise<BucketTotals | null> => {
  const [row] = await db.orm
    .select({ totals: sql<BucketTotals | null>`${operations.result} -> 'totals'` })
    .from(operations)
    .where(and(eq(operations.kind, 'find-orphans'), eq(operations.status, 'done')))
    .orderBy(desc(operations.id))
    .limit(1)
  return row?.totals ?? null
}

/** Days. Reports expire, because they may contain names of files that have since been erased. */
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

/** Lists items created before `before`, sorted by id. The first key is the original file's. */
export const itemsAfter = (db: Db, after: number, { before, count }: { before: Date; count: number }) => {
  const { id, originalName: name } = media
  const votes = sql<number>`${media.hotVotes} + ${media.notVotes}`
  return db.orm
    .select({ id, name, votes, keys: FILE_KEYS })
    .from(media)
    .where(and(gt(id, after), eq(media.status, 'ready'), lt(media.createdAt, before)))
    .orderBy(asc(id))
    .limit(count)
}

const isMarked = and(eq(users.isLibrary, true), isNull(users.deletedAt))

export const markedLibrary = async ({ orm }: Db): Promise<number | undefined> => {
  const [row] = await orm.select({ id: users.id }).from(users).where(isMarked).limit(1)
  return row?.id
}

export const markLibrary = async ({ orm }: Db, userId: number) => {
  await orm.update(users).set({ isLibrary: true }).where(eq(users.id, userId))
}

export const isMarkedLibrary = async ({ orm }: Db, userId: number): Promise<boolean> =>
  (await orm.$count(users, and(isMarked, eq(users.id, userId)))) > 0

/** A file can belong to an item or to a pending deletion. */
const reference = z.enum(['item', 'deletion'])
export type Reference = z.infer<typeof reference>

const REFERENCES = statement({
  name: 'references_to_files',
  row: { key: z.string(), reference },
  text: `
SELECT DISTINCT ON (key) key, reference FROM (
SELECT given.key, CASE WHEN found.status IN ('trashed', 'deleted') THEN 'deletion' ELSE 'item' END AS reference
FROM unnest($1::text[]) given (key), LATERAL (${withFile('given.key')}) found
UNION ALL SELECT gone.key, 'deletion' FROM (${KEYS_TO_DELETE}) gone WHERE gone.key = ANY ($1)) known
ORDER BY key, reference = 'deletion'`,
})

/** If a file has several references, items take precedence over deletion jobs. */
export const referencesTo = async (db: Db, keys: string[]): Promise<Map<string, Reference>> => {
  const rows = await db.query(REFERENCES, [keys])
  return new Map(rows.map(({ key, reference }) => [key, reference]))
}

/** Finds items with the same content (`sha256` in hex) or from an earlier import. Ignores unfinished items. */
export const isContentKnown = async (db: Db, { sha256, uploadKey }: { sha256: string; uploadKey: Buffer }) => {
  const isSame = or(eq(media.sha256, Buffer.from(sha256, 'hex')), eq(media.uploadKey, uploadKey))
  return (await db.orm.$count(media, and(isSame, notInArray(media.status, ['pending', 'deleted'])))) > 0
}

export const isContentRemoved = async (db: Db, contents: string[]): Promise<boolean> =>
  (await db.orm.$count(removedContent, inArray(removedContent.content, contents))) > 0
