import type { Parsed } from '@hotvote/shared/contract'
import type { fileTakedown } from '@hotvote/shared/takedowns'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { media, takedowns } from '../../db/schema/index.ts'

export type Claim = Parsed<typeof fileTakedown, 'body'>

/** The item of this id, if there is one. It is locked until the commit, so that it cannot be deleted before it is linked. */
export const itemOfId = async (db: Db, id: number): Promise<number | null> => {
  const isIt = and(eq(media.id, id), eq(media.status, 'ready'))
  const [item] = await db.orm.select({ id: media.id }).from(media).where(isIt).for('key share')
  return item?.id ?? null
}

/** The item that the first of these files belongs to, locked in the same way. */
export const itemOfFiles = async (db: Db, keys: string[]): Promise<number | null> => {
  const files = [media.originalKey, media.displayKey, media.thumbKey, media.mediumKey, media.smallKey]
  const isAny = or(...files.map((key) => inArray(key, keys)))
  const places = files.map((key) => sql`array_position(${sql.param(keys)}::text[], ${key})`)
  const [item] = await db.orm
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.status, 'ready'), isAny))
    .orderBy(sql`least(${sql.join(places, sql`, `)})`)
    .limit(1)
    .for('key share')
  return item?.id ?? null
}

export const insertTakedown = async (db: Db, made: Claim & Pick<typeof takedowns.$inferInsert, 'mediaId' | 'host'>) =>
  onlyRow(await db.orm.insert(takedowns).values(made).returning({ id: takedowns.id })).id
