import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { lockItems } from '../../db/locks.ts'
import { media, views } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'

/** Which users may go: a condition of `users`; `$2` in it is the first of `values`. */
type Rule = { name: string; condition: string }

/**
 * Removes visitors who did nothing but look, in the caller's transaction. The items they saw are locked first, as votes and
 * views do it, then those who are still to go and not locked by others: somebody who is just voting is left alone. Their views are taken
 * off the items. Returns how many went.
 */
export const visitorRemoval = ({ name, condition }: Rule) => {
  const LOCK = statement({
    name: `lock_${name}`,
    row: { id: z.number() },
    text: `SELECT id FROM users WHERE id = ANY ($1::bigint[]) AND ${condition} ORDER BY id FOR UPDATE SKIP LOCKED`,
  })
  const DELETE = statement({
    name: `delete_${name}`,
    row: { n: z.number() },
    text: `
WITH due AS MATERIALIZED (
  SELECT id FROM users WHERE id = ANY ($1::bigint[]) AND ${condition}),
unseen AS (DELETE FROM views USING due WHERE views.user_id = due.id RETURNING views.media_id),
less AS (
  UPDATE media SET views = views - seen.n FROM (SELECT media_id, count(*) AS n FROM unseen GROUP BY media_id) seen
  WHERE media.id = seen.media_id),
gone AS (DELETE FROM users USING due WHERE users.id = due.id RETURNING users.id)
SELECT count(*) AS n FROM gone`,
  })
  return async (tx: Db, ids: number[], ...values: unknown[]): Promise<number> => {
    const seen = tx.orm.select({ id: views.mediaId }).from(views).where(inArray(views.userId, ids))
    await lockItems(tx, inArray(media.id, seen))
    const locked = await tx.query(LOCK, [ids, ...values])
    return onlyRow(await tx.query(DELETE, [locked.map(({ id }) => id), ...values])).n
  }
}
