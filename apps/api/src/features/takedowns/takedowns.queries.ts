import type { Parsed } from '@hotvote/shared/contract'
import type { fileTakedown } from '@hotvote/shared/takedowns'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { media, takedowns } from '../../db/schema/index.ts'
import { homeKey, KEY_COLUMNS } from '../../db/stored-media.ts'

export type Claim = Parsed<typeof fileTakedown, 'body'>

/** An item that is shown, or lies in the trash. */
export type ClaimedItem = { id: number; isTrashed: boolean }

const COLUMNS = { id: media.id, isTrashed: sql<boolean>`${media.status} = 'trashed'` }
const CAN_BE_CLAIMED = inArray(media.status, ['ready', 'trashed'])

/**
 * The item of this id, if there is one. It is locked until the commit, so that it cannot be deleted, erased or brought back
 * before it is linked.
 */
export const lockItemOfId = async (db: Db, id: number): Promise<ClaimedItem | undefined> => {
  const isIt = and(eq(media.id, id), CAN_BE_CLAIMED)
  const [item] = await db.orm.select(COLUMNS).from(media).where(isIt).for('key share')
  return item
}

/** Visitors know files of the trash by the names of before. */
const HOMES = KEY_COLUMNS.map(({ name }) => sql.raw(homeKey(`media.${name}`)))

/**
 * The item that the first of these is about, keys of files and ids, locked in the same way: one that is shown before one in
 * the trash.
 */
export const lockItemOfFirst = async (db: Db, named: (string | number)[]): Promise<ClaimedItem | undefined> => {
  const keys = named.filter((one) => typeof one === 'string')
  const ids = named.filter((one) => typeof one === 'number')
  const wasAny = and(eq(media.status, 'trashed'), or(...HOMES.map((home) => inArray(home, keys))))
  const isAny = or(inArray(media.id, ids), ...KEY_COLUMNS.map((key) => inArray(key, keys)), wasAny)
  const order = sql.param(named.map(String))
  const places = [sql`${media.id}::text`, ...HOMES].map((name) => sql`array_position(${order}::text[], ${name})`)
  const [item] = await db.orm
    .select(COLUMNS)
    .from(media)
    .where(and(CAN_BE_CLAIMED, isAny))
    .orderBy(COLUMNS.isTrashed, sql`least(${sql.join(places, sql`, `)})`)
    .limit(1)
    .for('key share')
  return item
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
