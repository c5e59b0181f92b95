import { and, asc, gt, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { media, users, views } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'

/**
 * The rule of `admin.md §9`; "active" also means uploads (`admin.md §3`), those that are not finished, too. Whoever was
 * seen within the hour may be using the site still.
 */
const IS_INACTIVE = `email IS NULL AND votes_cast = 0 AND views_made < 2
  AND NOT EXISTS (SELECT FROM sessions WHERE user_id = users.id AND seen_at > now() - interval '1 hour')
  AND NOT EXISTS (SELECT FROM media WHERE owner_id = users.id)`

const isInactive = sql.raw(IS_INACTIVE)

export const countUsers = (db: Db) => db.orm.$count(users)

export const countInactive = (db: Db) => db.orm.$count(users, isInactive)

/** Ids above `after`, in their order. */
export const inactiveAfter = async (db: Db, after: number, count: number): Promise<number[]> => {
  const { id } = users
  const isNext = and(gt(id, after), isInactive)
  const rows = await db.orm.select({ id }).from(users).where(isNext).orderBy(asc(id)).limit(count)
  return rows.map(({ id }) => id)
}

/**
 * Locks those of these users that are still inactive and not locked by others: somebody who is just voting is left
 * alone. The items they saw are locked first, as votes and views do it.
 */
export const lockInactive = async (db: Db, ids: number[]): Promise<number[]> => {
  const seen = db.orm.select({ id: views.mediaId }).from(views).where(inArray(views.userId, ids))
  const items = db.orm.select({ id: media.id }).from(media).where(inArray(media.id, seen))
  await items.orderBy(asc(media.id)).for('no key update')
  const rows = await db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isInactive))
    .orderBy(asc(users.id))
    .for('update', { skipLocked: true })
  return rows.map(({ id }) => id)
}

const DELETE_INACTIVE = statement({
  name: 'delete_inactive',
  row: { n: z.number() },
  text: `
WITH due AS MATERIALIZED (
  SELECT id FROM users WHERE id = ANY ($1::bigint[]) AND ${IS_INACTIVE}),
unseen AS (DELETE FROM views USING due WHERE views.user_id = due.id RETURNING views.media_id),
less AS (
  UPDATE media SET views = views - seen.n FROM (SELECT media_id, count(*) AS n FROM unseen GROUP BY media_id) seen
  WHERE media.id = seen.media_id),
gone AS (DELETE FROM users USING due WHERE users.id = due.id RETURNING users.id)
SELECT count(*) AS n FROM gone`,
})

/** Removes locked users with their views, which are taken off the items. Returns how many went. */
export const deleteInactive = async (db: Db, ids: number[]): Promise<number> =>
  onlyRow(await db.query(DELETE_INACTIVE, [ids])).n
