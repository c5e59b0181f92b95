import { asc, gt } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/index.ts'
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

/** The last of the next `count` users above `after`, by id; undefined when there is none. */
export const lastOfNext = async ({ orm }: Db, after: number, count: number): Promise<number | undefined> => {
  const { id } = users
  const rows = await orm.select({ id }).from(users).where(gt(id, after)).orderBy(asc(id)).limit(count)
  return rows.at(-1)?.id
}

const IDLE = statement({
  name: 'idle_visitors',
  row: { id: z.number() },
  text: `SELECT id FROM users WHERE id > $1::bigint AND id <= $3::bigint AND ${IS_IDLE} ORDER BY id`,
})

/** Users above `after` up to `last` who are idle after so many days. */
export const idleBetween = async (db: Db, { after, last, days }: { after: number; last: number; days: number }) =>
  (await db.query(IDLE, [after, days, last])).map(({ id }) => id)

/** Removes those of these users that are still idle after so many days. */
export const deleteIdle = visitorRemoval({ name: 'idle_visitors', condition: IS_IDLE })
