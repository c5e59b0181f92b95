import { SURGE_ITEMS } from '@hotvote/shared/operator/review-queue'
import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { deleteExpired } from '../../platform/db/expired.ts'
import { surges } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { NETWORK_RETENTION } from '../../platform/db/voter-network.ts'

const IS_SAME_HOUR = 'known.until > now()'

/** A new surge in a later hour reopens a dismissed network and emails the operator again. */
const SAVE_SURGE = statement({
  name: 'save_surge',
  row: { isNews: z.boolean() },
  text: `
INSERT INTO surges AS known (network, visitors, until) VALUES ($1, $2, $3)
ON CONFLICT (network) DO UPDATE SET
  visitors = CASE WHEN ${IS_SAME_HOUR} THEN greatest(known.visitors, excluded.visitors) ELSE excluded.visitors END,
  until = CASE WHEN ${IS_SAME_HOUR} THEN known.until ELSE excluded.until END,
  opened_at = CASE WHEN ${IS_SAME_HOUR} OR known.decided_at IS NULL THEN known.opened_at ELSE now() END,
  decided_at = CASE WHEN ${IS_SAME_HOUR} THEN known.decided_at END,
  mailed_at = CASE WHEN known.mailed_at > now() - interval '1 hour' OR (${IS_SAME_HOUR} AND known.decided_at IS NOT NULL)
    THEN known.mailed_at ELSE now() END
RETURNING mailed_at = now() AS is_news`,
})

type Arrivals = { network: Buffer; visitors: number; until: Date }

/** @returns true if the operator should be emailed, at most once per network and hour */
export const saveSurge = async (db: Db, { network, visitors, until }: Arrivals): Promise<boolean> => {
  const [saved] = await db.query(SAVE_SURGE, [network, visitors, until])
  return saved?.isNews === true
}

export const waitingSurges = ({ orm }: Db, ids: number[]) => {
  const { id, network, visitors, until } = surges
  return orm
    .select({ id, network, visitors, until })
    .from(surges)
    .where(and(inArray(id, ids), isNull(surges.decidedAt)))
}

/** Covers one hour of new visitors, plus a minute for clock differences between processes. */
const SURGE_VOTES = statement({
  name: 'surge_votes',
  row: {
    mediaId: z.number(),
    originalName: z.string(),
    votes: z.number(),
    itemCount: z.number(),
    allVotes: z.number(),
  },
  text: `
WITH voter AS (
  SELECT users.id FROM surges JOIN users ON users.created_at > surges.until - interval '61 minutes' AND users.created_at <= surges.until
  WHERE surges.id = $1
    AND EXISTS (SELECT FROM sessions WHERE sessions.user_id = users.id AND sessions.network = surges.network)),
given AS MATERIALIZED (
  SELECT media_id, count(*)::int AS votes FROM votes WHERE user_id IN (SELECT id FROM voter) GROUP BY media_id)
SELECT media.id AS media_id, media.original_name, votes, (count(*) OVER ())::int AS item_count,
  (sum(votes) OVER ())::int AS all_votes
FROM given JOIN media ON media.id = given.media_id
ORDER BY votes DESC, media.id LIMIT ${SURGE_ITEMS}`,
})

export const listSurgeVotes = (db: Db, surgeId: number) => db.query(SURGE_VOTES, [surgeId])

export const decideOnSurge = async ({ orm }: Db, id: number, isDismissed: boolean) => {
  const decidedAt = isDismissed ? sql`now()` : null
  const isOther = isDismissed ? isNull(surges.decidedAt) : isNotNull(surges.decidedAt)
  const [row] = await orm
    .update(surges)
    .set({ decidedAt })
    .where(and(eq(surges.id, id), isOther))
    .returning({ network: surges.network })
  return row?.network
}

export const isKnownSurge = async ({ orm }: Db, id: number) => (await orm.$count(surges, eq(surges.id, id))) > 0

/** Deletes surges after the retention period of network hashes, which applies to sessions as well. */
export const forgetOldSurges = (db: Db) =>
  deleteExpired(db, surges, lt(surges.until, sql`now() - ${NETWORK_RETENTION}`))
