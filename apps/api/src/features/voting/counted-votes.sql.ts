import { and, inArray, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { users } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'

/** Voters excluded from totals (docs/decisions/032). The first condition allows the use of a partial index. */
const VOTERS_SET_ASIDE = 'SELECT id FROM users WHERE set_aside_id IS NOT NULL AND is_set_aside'

export const IS_SET_ASIDE = `votes.user_id IN (${VOTERS_SET_ASIDE})`

export const IS_COUNTED = `votes.user_id NOT IN (${VOTERS_SET_ASIDE})`

/** True if any of these users was ever set aside. Totals may include their votes until a recount. */
export const wereSetAside = async ({ orm }: Db, ids: number[]): Promise<boolean> =>
  (await orm.$count(users, and(inArray(users.id, ids), isNotNull(users.setAsideId)))) > 0

const COUNT_VOTES = statement({
  name: 'count_votes',
  row: { mediaId: z.number(), hot: z.number(), cold: z.number() },
  text: `
SELECT media_id, count(*) FILTER (WHERE is_hot) AS hot, count(*) FILTER (WHERE NOT is_hot) AS cold
FROM votes WHERE media_id = ANY($1::bigint[]) AND ${IS_COUNTED} GROUP BY media_id`,
})

const SET_TOTALS = statement({
  name: 'set_totals',
  text: `
UPDATE media SET hot_votes = coalesce(counted.hot, 0), not_votes = coalesce(counted.cold, 0)
FROM unnest($1::bigint[]) item (id) LEFT JOIN unnest($2::bigint[], $3::bigint[], $4::bigint[]) counted (id, hot, cold) USING (id)
WHERE media.id = item.id`,
})

/** Callers must lock the items first. */
export const recountVotes = async (tx: Db, mediaIds: number[]) => {
  const counts = await tx.query(COUNT_VOTES, [mediaIds])
  await tx.query(SET_TOTALS, [
    mediaIds,
    counts.map(({ mediaId }) => mediaId),
    counts.map(({ hot }) => hot),
    counts.map(({ cold }) => cold),
  ])
}
