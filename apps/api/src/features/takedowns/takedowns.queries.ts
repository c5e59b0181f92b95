import type { Parsed } from '@hotvote/shared/contract'
import type { fileTakedown } from '@hotvote/shared/takedowns'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { media, takedowns } from '../../db/schema/index.ts'

export type Claim = Parsed<typeof fileTakedown, 'body'>

/** The item of this id, if there is one. It is locked until the commit, so that it cannot be deleted before it is linked. */
export const lockItemOfId = async (db: Db, id: number): Promise<number | null> => {
  const isIt = and(eq(media.id, id), eq(media.status, 'ready'))
  const [item] = await db.orm.select({ id: media.id }).from(media).where(isIt).for('key share')
  return item?.id ?? null
}

/** The item that the first of these is about, keys of files and ids, locked in the same way. */
export const lockItemOfFirst = async (db: Db, named: (string | number)[]): Promise<number | null> => {
  const files = [media.originalKey, media.displayKey, media.thumbKey, media.mediumKey, media.smallKey]
  const keys = named.filter((one) => typeof one === 'string')
  const ids = named.filter((one) => typeof one === 'number')
  const isAny = or(inArray(media.id, ids), ...files.map((key) => inArray(key, keys)))
  const order = sql.param(named.map(String))
  const places = [sql`${media.id}::text`, ...files].map((name) => sql`array_position(${order}::text[], ${name})`)
  const [item] = await db.orm
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.status, 'ready'), isAny))
    .orderBy(sql`least(${sql.join(places, sql`, `)})`)
    .limit(1)
    .for('key share')
  return item?.id ?? null
}

type NewTakedown = Claim & Pick<typeof takedowns.$inferInsert, 'mediaId' | 'host' | 'requestKey'>

/** The id of a new request; nothing when there is one of this `requestKey`. */
export const insertTakedown = async (db: Db, made: NewTakedown): Promise<number | undefined> => {
  const [row] = await db.orm.insert(takedowns).values(made).onConflictDoNothing().returning({ id: takedowns.id })
  return row?.id
}

/** The request that has this key. */
export const takedownOfKey = async (db: Db, requestKey: Buffer | null): Promise<number> => {
  const isIt = sql`${takedowns.requestKey} = ${requestKey}`
  return onlyRow(await db.orm.select({ id: takedowns.id }).from(takedowns).where(isIt)).id
}
