import { asc, eq, gt, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { lockItems } from '../../db/locks.ts'
import { media, users, views } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { visitorRemoval } from './visitor-removal.queries.ts'

/**
 * Has no vote, no upload, the name of the first day, no place and no address, and did not come back for so many days ($2). What is
 * gone with an item does not count. A counter does not touch `updated_at`; what somebody says of themselves does. Looking is not doing.
 */
const IS_IDLE = `email IS NULL AND votes_cast = 0 AND uploads = 0 AND updated_at = created_at AND deleted_at IS NULL
  AND blocked_at IS NULL AND created_at < now() - make_interval(days => $2)
  AND NOT EXISTS (SELECT FROM sessions WHERE user_id = users.id AND seen_at > now() - make_interval(days => $2))
  AND NOT EXISTS (SELECT FROM media WHERE owner_id = users.id)
  AND NOT EXISTS (SELECT FROM captured_emails WHERE user_id = users.id)
  AND NOT EXISTS (SELECT FROM login_tokens WHERE user_id = users.id)`

/** Views of somebody that are many for one transaction with others. */
const MANY_VIEWS = 100

/** The last of the next `count` users above `after`, by id; undefined when there is none. */
export const lastOfNext = async ({ orm }: Db, after: number, count: number): Promise<number | undefined> => {
  const { id } = users
  const rows = await orm.select({ id }).from(users).where(gt(id, after)).orderBy(asc(id)).limit(count)
  return rows.at(-1)?.id
}

const IDLE = statement({
  name: 'idle_visitors',
  row: { id: z.number(), sawMany: z.boolean() },
  text: `
SELECT id, views_made > ${MANY_VIEWS} AS saw_many FROM users
WHERE id > $1::bigint AND id <= $3::bigint AND ${IS_IDLE} ORDER BY id`,
})

/** Users above `after` up to `last` who are idle after so many days. */
export const idleBetween = (db: Db, { after, last, days }: { after: number; last: number; days: number }) =>
  db.query(IDLE, [after, days, last])

/** Views of one transaction: few enough that nobody's vote on one of the items waits for it. */
const VIEWS = 200

const LOCK_IDLE = statement({
  name: 'lock_idle_visitor',
  text: `SELECT FROM users WHERE id = $1::bigint AND ${IS_IDLE} FOR UPDATE SKIP LOCKED`,
})
const DELETE_VIEWS = statement({
  name: 'delete_views_of_idle_visitor',
  row: { n: z.number() },
  text: `
WITH unseen AS (
  DELETE FROM views WHERE user_id = $1::bigint AND media_id = ANY ($2::bigint[]) RETURNING media_id),
less AS (UPDATE media SET views = views - 1 FROM unseen WHERE media.id = unseen.media_id)
UPDATE users SET views_made = views_made - (SELECT count(*) FROM unseen)
WHERE id = $1::bigint RETURNING (SELECT count(*) FROM unseen) AS n`,
})

/**
 * Deletes the next views of a visitor, in the caller's transaction: items first, as votes and views lock them, then the
 * visitor. False when none is left, or when they are not idle any more or somebody holds them: they may be back.
 */
export const deleteViewsOfIdle = async (tx: Db, userId: number, days: number): Promise<boolean> => {
  const { mediaId: id } = views
  const next = tx.orm.select({ id }).from(views).where(eq(views.userId, userId)).orderBy(asc(id)).limit(VIEWS)
  const seen = await lockItems(tx, inArray(media.id, next))
  if ((await tx.query(LOCK_IDLE, [userId, days])).length === 0) return false
  const mediaIds = seen.map(({ id }) => id)
  return onlyRow(await tx.query(DELETE_VIEWS, [userId, mediaIds])).n > 0
}

/** Removes those of these users that are still idle after so many days. */
export const deleteIdle = visitorRemoval({ name: 'idle_visitors', condition: IS_IDLE })
