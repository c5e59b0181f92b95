import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { media } from '../../db/schema/index.ts'

/** Whether there are no media, and no users but those of the last minute: a browser may open the site before this query. */
export const isUntouched = async (db: Db): Promise<boolean> => {
  const text = `
SELECT NOT EXISTS (SELECT FROM media)
  AND NOT EXISTS (SELECT FROM users WHERE created_at < now() - interval '1 minute') AS untouched`
  const [row] = await db.query<{ untouched: boolean }>({ text })
  return row?.untouched ?? false
}

/** The visible items of these users: file name to id. */
export const visibleItemsOf = async (db: Db, ownerIds: number[]): Promise<Map<string, number>> => {
  const isTheirs = and(inArray(media.ownerId, ownerIds), eq(media.status, 'ready'))
  const rows = await db.orm.select({ id: media.id, name: media.originalName }).from(media).where(isTheirs)
  return new Map(rows.map(({ id, name }) => [name, id]))
}
