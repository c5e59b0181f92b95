import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { media, users } from '../../platform/db/schema/index.ts'

/** Ignores users of the last minute, because a browser may open the site before this query. */
export const isUntouched = async (db: Db): Promise<boolean> => {
  const isOlder = lt(users.createdAt, sql`now() - interval '1 minute'`)
  const items = await db.orm.select({ id: media.id }).from(media).limit(1)
  const older = await db.orm.select({ id: users.id }).from(users).where(isOlder).limit(1)
  return items.length + older.length === 0
}

export const listVisibleItems = async (db: Db, ownerIds: number[]): Promise<Map<string, number>> => {
  const isTheirs = and(inArray(media.ownerId, ownerIds), eq(media.status, 'ready'))
  const rows = await db.orm.select({ id: media.id, name: media.originalName }).from(media).where(isTheirs)
  return new Map(rows.map(({ id, name }) => [name, id]))
}
