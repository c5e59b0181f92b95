import type { Parsed } from '@hotvote/shared/contract'
import { TAKEDOWN_MAX } from '@hotvote/shared/limits'
import type { fileTakedown } from '@hotvote/shared/visitor/takedowns'
import { and, asc, inArray, or, sql } from 'drizzle-orm'
import { onlyRow } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { media, takedownItems, takedowns } from '../../platform/db/schema/index.ts'
import { KEY_COLUMNS } from '../media/stored-media.sql.ts'

export type Claim = Parsed<typeof fileTakedown, 'body'>

export type ClaimedItem = { id: number; isTrashed: boolean }

const IS_TRASHED = sql<boolean>`${media.status} = 'trashed'`
const CAN_BE_CLAIMED = inArray(media.status, ['ready', 'trashed'])

/** Sorts visible items before trashed ones, then by their order in `named`. */
const findNamed = async (db: Db, named: (string | number)[]): Promise<number[]> => {
  const keys = named.filter((one) => typeof one === 'string')
  const ids = named.filter((one) => typeof one === 'number')
  const isAny = or(inArray(media.id, ids), ...KEY_COLUMNS.map((key) => inArray(key, keys)))
  const order = sql.param(named.map(String))
  const places = [sql`${media.id}::text`, ...KEY_COLUMNS].map((name) => sql`array_position(${order}::text[], ${name})`)
  const rows = await db.orm
    .select({ id: media.id })
    .from(media)
    .where(and(CAN_BE_CLAIMED, isAny))
    .orderBy(IS_TRASHED, sql`least(${sql.join(places, sql`, `)})`)
    .limit(TAKEDOWN_MAX.items)
  return rows.map(({ id }) => id)
}

export const lockNamedItems = async (db: Db, named: (string | number)[]): Promise<ClaimedItem[]> => {
  if (named.length === 0) return []
  const ids = await findNamed(db, named)
  const locked = await db.orm
    .select({ id: media.id, isTrashed: IS_TRASHED })
    .from(media)
    .where(and(CAN_BE_CLAIMED, inArray(media.id, ids)))
    .orderBy(asc(media.id))
    .for('key share')
  return locked.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

type NewTakedown = Claim & Pick<typeof takedowns.$inferInsert, 'host'>

export const insertTakedown = async (db: Db, made: NewTakedown): Promise<number> =>
  onlyRow(await db.orm.insert(takedowns).values(made).returning({ id: takedowns.id })).id

export const linkItems = async (db: Db, takedownId: number, items: ClaimedItem[]) => {
  const rows = items.map(({ id: mediaId }, position) => ({ takedownId, mediaId, position }))
  if (rows.length > 0) await db.orm.insert(takedownItems).values(rows)
}
