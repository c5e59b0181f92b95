import { z } from 'zod'
import { recordOperator } from '../audit/audit-log.ts'
import { withTx } from '../db/client.ts'
import { isCounted } from '../db/counted-votes.ts'
import { lockRows } from '../db/locks.ts'
import { media, users } from '../db/schema/index.ts'
import { type Statement, statement } from '../db/statement.ts'
import { chunksOf } from '../domain/chunks.ts'
import { breach, type Findings, looked } from './check.ts'
import type { Site } from './site.ts'
import { byId } from './walk.ts'

const WRONG = { id: z.number(), example: z.string() }
type Wrong = z.infer<z.ZodObject<typeof WRONG>>

/** Rows that say something else than what is counted, by id, and how they are put right, under a lock of the row. */
export type Recount = {
  /** What one row is. */
  what: 'item' | 'user'
  /** What was put right, in the audit log. */
  counted: string
  find: Statement<Wrong>
  repair: Statement<Record<never, never>>
}

/** Votes that were set aside do not count (docs/decisions/063). A deleted item loses its votes step by step (docs/decisions/040). */
export const TOTALS: Recount = {
  what: 'item',
  counted: 'totals',
  find: statement({
    name: 'checkup_wrong_totals',
    row: WRONG,
    text: `
SELECT m.id, format('item %s says %s Hot, %s Not, %s views, and has %s, %s, %s', m.id, hot_votes, not_votes, views,
  vote.hot, vote.not_hot, seen.views_counted) AS example
FROM media m,
LATERAL (SELECT count(*) FILTER (WHERE is_hot) AS hot, count(*) FILTER (WHERE NOT is_hot) AS not_hot
  FROM votes WHERE media_id = m.id AND ${isCounted()}) vote,
LATERAL (SELECT count(*) AS views_counted FROM views WHERE media_id = m.id) seen
WHERE m.id > $1 AND m.id <= $2 AND status <> 'deleted'
  AND (hot_votes, not_votes, views) IS DISTINCT FROM (vote.hot, vote.not_hot, seen.views_counted)`,
  }),
  repair: statement({
    name: 'checkup_repair_totals',
    text: `
UPDATE media SET hot_votes = vote.hot, not_votes = vote.not_hot, views = seen.views_counted
FROM unnest($1::bigint[]) given (id),
LATERAL (SELECT count(*) FILTER (WHERE is_hot) AS hot, count(*) FILTER (WHERE NOT is_hot) AS not_hot
  FROM votes WHERE media_id = given.id AND ${isCounted()}) vote,
LATERAL (SELECT count(*) AS views_counted FROM views WHERE media_id = given.id) seen
WHERE media.id = given.id AND status <> 'deleted'`,
  }),
}

export const COUNTERS: Recount = {
  what: 'user',
  counted: 'counters',
  find: statement({
    name: 'checkup_wrong_counters',
    row: WRONG,
    text: `
SELECT u.id, format('user %s says %s votes, %s views, %s uploads, and has %s, %s, %s', u.id, votes_cast, views_made,
  uploads, vote.n, seen.n, own.n) AS example
FROM users u,
LATERAL (SELECT count(*) AS n FROM votes WHERE user_id = u.id) vote,
LATERAL (SELECT count(*) AS n FROM views WHERE user_id = u.id) seen,
LATERAL (SELECT count(*) AS n FROM media WHERE owner_id = u.id AND status = 'ready') own
WHERE u.id > $1 AND u.id <= $2 AND (votes_cast, views_made, uploads) IS DISTINCT FROM (vote.n, seen.n, own.n)`,
  }),
  repair: statement({
    name: 'checkup_repair_counters',
    text: `
UPDATE users SET votes_cast = vote.n, views_made = seen.n, uploads = own.n
FROM unnest($1::bigint[]) given (id),
LATERAL (SELECT count(*) AS n FROM votes WHERE user_id = given.id) vote,
LATERAL (SELECT count(*) AS n FROM views WHERE user_id = given.id) seen,
LATERAL (SELECT count(*) AS n FROM media WHERE owner_id = given.id AND status = 'ready') own
WHERE users.id = given.id`,
  }),
}

/** Below their watermark visitors are shown nothing (docs/decisions/003): what they have not rated there, they never see. */
export const WATERMARKS: Recount = {
  what: 'user',
  counted: 'watermarks',
  find: statement({
    name: 'checkup_wrong_watermarks',
    row: WRONG,
    text: `
SELECT u.id, format('user %s counts as having rated all up to position %s, and has not rated position %s', u.id,
  rated_through, free.position) AS example
FROM users u,
LATERAL (SELECT position FROM media m WHERE position <= rated_through AND owner_id <> u.id
  AND (SELECT true FROM votes v WHERE v.user_id = u.id AND v.media_id = m.id) IS NULL
  ORDER BY position LIMIT 1) free
WHERE u.id > $1 AND u.id <= $2 AND rated_through > 0`,
  }),
  repair: statement({
    name: 'checkup_repair_watermarks',
    text: `
UPDATE users SET rated_through = free.position - 1
FROM unnest($1::bigint[]) given (id),
LATERAL (SELECT position FROM media m WHERE owner_id <> given.id
  AND (SELECT true FROM votes v WHERE v.user_id = given.id AND v.media_id = m.id) IS NULL
  ORDER BY position LIMIT 1) free
WHERE users.id = given.id AND rated_through >= free.position`,
  }),
}

const TABLES = { item: media, user: users }

/** Compares each row with what it counts. */
export const compare = async ({ db }: Pick<Site, 'db'>, { what, find }: Recount, found: Findings) => {
  const rows = await byId(db, { id: TABLES[what].id }, async ({ after, last }) => {
    for (const { example } of await db.query(find, [after, last])) breach(found, example)
  })
  looked(found, `${what}s`, rows)
}

/** Rows that one transaction puts right: nobody's vote waits long for it. */
const BATCH = 50

/** Counts anew what differs. Each batch has an entry in the audit log, in its own transaction. */
export const recount = async (site: Site, { what, counted, find, repair }: Recount): Promise<string[]> => {
  const { operator, ...deps } = site.repairDeps()
  let repaired = 0
  await byId(site.db, { id: TABLES[what].id }, async ({ after, last }) => {
    const ids = (await site.db.query(find, [after, last])).map(({ id }) => id)
    for (const batch of chunksOf(ids, BATCH)) {
      await withTx(deps, async (tx) => {
        // Whatever changes a counter takes this lock first, and counts on from it.
        await lockRows(tx, TABLES[what], batch)
        await tx.query(repair, [batch])
        await recordOperator(tx, operator, { event: 'CHECKUP_REPAIR', context: { repaired: counted, [what]: batch } })
      })
      repaired += batch.length
    }
  })
  return repaired > 0 ? [`counted the ${counted} of ${repaired} ${what}s anew`] : []
}
