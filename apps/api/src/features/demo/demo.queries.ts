import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { media } from '../../db/schema/index.ts'

/** Whether nothing was ever added and nobody was here before this start: a browser may be quicker than the question. */
export const isUntouched = async (db: Db): Promise<boolean> => {
  const text = `
SELECT NOT EXISTS (SELECT FROM media)
  AND NOT EXISTS (SELECT FROM users WHERE created_at < now() - interval '1 minute') AS untouched`
  const [row] = await db.query<{ untouched: boolean }>({ text })
  return row?.untouched ?? false
}

/** What these users show: file name to item. */
export const visibleItemsOf = async (db: Db, ownerIds: number[]): Promise<Map<string, number>> => {
  const isTheirs = and(inArray(media.ownerId, ownerIds), eq(media.status, 'ready'))
  const rows = await db.orm.select({ id: media.id, name: media.originalName }).from(media).where(isTheirs)
  return new Map(rows.map(({ id, name }) => [name, id]))
}
