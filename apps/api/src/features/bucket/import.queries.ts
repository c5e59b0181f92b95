import { and, eq, inArray, isNull, notInArray, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { media, removedContent, users } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { withFile } from '../../db/stored-media.ts'
import { KEYS_TO_DELETE } from '../../jobs/queue-tables.ts'

const isMarked = and(eq(users.isLibrary, true), isNull(users.deletedAt))

/** The user who is marked as the owner of what is imported. */
export const markedLibrary = async ({ orm }: Db): Promise<number | undefined> => {
  const [row] = await orm.select({ id: users.id }).from(users).where(isMarked).limit(1)
  return row?.id
}

/** Marks a user as the owner of what is imported. */
export const markLibrary = async ({ orm }: Db, userId: number) => {
  await orm.update(users).set({ isLibrary: true }).where(eq(users.id, userId))
}

/** Whether a user is marked as the owner of what is imported. */
export const isMarkedLibrary = async ({ orm }: Db, userId: number): Promise<boolean> =>
  (await orm.$count(users, and(isMarked, eq(users.id, userId)))) > 0

/**
 * A file belongs to an item, to an item newer than a given time, or to a deletion. A deletion means that the item is trashed or
 * waits to be erased, or that a job will delete the file.
 */
const reference = z.enum(['item', 'newer item', 'deletion'])
export type Reference = z.infer<typeof reference>

const REFERENCES = statement({
  name: 'references_to_files',
  row: { key: z.string(), reference },
  text: `
SELECT DISTINCT ON (key) key, reference FROM (
SELECT given.key, CASE WHEN found.created_at >= $2::timestamptz THEN 'newer item'
  WHEN found.status IN ('trashed', 'deleted') THEN 'deletion' ELSE 'item' END AS reference
FROM unnest($1::text[]) given (key), LATERAL (${withFile('given.key')}) found
UNION ALL SELECT gone.key, 'deletion' FROM (${KEYS_TO_DELETE}) gone WHERE gone.key = ANY ($1)) known
ORDER BY key, reference = 'deletion'`,
})

/** Those of these keys that something refers to, an item before a job. `since` is a time, ISO 8601. */
export const referencesTo = async (db: Db, keys: string[], since: string): Promise<Map<string, Reference>> => {
  const rows = await db.query(REFERENCES, [keys, since])
  return new Map(rows.map(({ key, reference }) => [key, reference]))
}

/** Whether an item was made from the same bytes, or by an import of the same mark; `sha256` in hex. An unfinished one is made again. */
export const isContentKnown = async (db: Db, { sha256, uploadKey }: { sha256: string; uploadKey: Buffer }) => {
  const isSame = or(eq(media.sha256, Buffer.from(sha256, 'hex')), eq(media.uploadKey, uploadKey))
  return (await db.orm.$count(media, and(isSame, notInArray(media.status, ['pending', 'deleted'])))) > 0
}

/** Whether an item of one of these contents was deleted. */
export const isContentRemoved = async (db: Db, contents: string[]): Promise<boolean> =>
  (await db.orm.$count(removedContent, inArray(removedContent.content, contents))) > 0
