import { and, eq, or, sql } from 'drizzle-orm'
import { noSuchFile } from '../../domain/errors.ts'
import { listOriginalKeys, partsOfKey } from '../../domain/media-keys.ts'
import type { Db } from '../../platform/db/client.ts'
import { groupedCalls } from '../../platform/db/grouped-calls.ts'
import { media } from '../../platform/db/schema/index.ts'

/** Milliseconds for which a process caches a status. */
const KNOWN_FOR = 2000
const KNOWN_MAX = 10_000

const IS_GONE = or(eq(media.status, 'trashed'), eq(media.status, 'deleted'))

const readStatus = groupedCalls(async ({ db }: { db: Db }, stems: string[]) => {
  const originals = sql.param(stems.flatMap(listOriginalKeys))
  const isOne = sql`${media.originalKey} = ANY (${originals}::text[])`
  const rows = await db.orm.select({ key: media.originalKey }).from(media).where(and(isOne, IS_GONE))
  const gone = new Set(rows.map(({ key }) => partsOfKey(key).stem))
  return stems.map((stem) => gone.has(stem))
})

/** Refuses files of trashed and deleted items, at most two seconds after the change. */
export const createFileGuard = (db: Db) => {
  const known = new Map<string, { isGone: Promise<boolean>; until: number }>()
  const isGone = (stem: string) => {
    const now = performance.now()
    const entry = known.get(stem)
    if (entry && entry.until > now) return entry.isGone
    if (known.size >= KNOWN_MAX) known.clear()
    const read = readStatus({ db }, stem)
    read.catch(() => known.delete(stem))
    known.set(stem, { isGone: read, until: now + KNOWN_FOR })
    return read
  }
  /** @throws {AppError} `not_found`; a database error when the status cannot be read */
  return async (key: string): Promise<void> => {
    const { stem } = partsOfKey(key)
    if (stem !== undefined && (await isGone(stem))) throw noSuchFile()
  }
}
