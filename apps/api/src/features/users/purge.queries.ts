import { and, asc, gt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/index.ts'
import { visitorRemoval } from './visitor-removal.queries.ts'

/**
 * The rule of `admin.md §9`; "active" also means uploads (`admin.md §3`), those that are not finished, too. Whoever was
 * seen within the hour may be using the site still.
 */
const IS_INACTIVE = `email IS NULL AND votes_cast = 0 AND views_made < 2 AND deleted_at IS NULL
  AND blocked_at IS NULL
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

/** Removes those of these users that are still inactive. */
export const deleteInactive = visitorRemoval({ name: 'inactive', condition: IS_INACTIVE })
