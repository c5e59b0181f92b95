import { counted } from '@hotvote/shared/counted'
import type { PurgeResult } from '@hotvote/shared/operator/users'
import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { onlyRow } from '../../platform/db/aggregates.ts'
import { allowLongStatements, type Db, withTx } from '../../platform/db/client.ts'
import { lockItems } from '../../platform/db/locks.ts'
import { media, users, views } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import type { OperatorWithPreference } from '../../platform/http/guards.ts'
import type { Runner, Work } from '../../platform/operations/operation-runner.service.ts'
import { answerWith } from '../../platform/operations/operations.service.ts'

/** Milliseconds. Long, because only a few of many visitors may match. */
const TIMEOUT = 120_000
/** Users per transaction, kept small so that votes don't have to wait. */
const BATCH = 200

/** Matches users without email, votes or uploads, even unfinished ones, who were not seen for `hours` (SQL). */
const isPurgeable = (hours: string) => `email IS NULL AND votes_cast = 0 AND deleted_at IS NULL AND blocked_at IS NULL
  AND NOT EXISTS (SELECT FROM sessions WHERE user_id = users.id AND seen_at > now() - make_interval(hours => ${hours}))
  AND NOT EXISTS (SELECT FROM media WHERE owner_id = users.id)`

/** See `admin.md §9`. Users with uploads are active (`admin.md §3`). */
const isInactive = (hours: string) => `views_made < 2 AND ${isPurgeable(hours)}`

/** Idle visitors have only viewed items. Counters don't change `updated_at`. */
const isIdle = (hours: string) => `uploads = 0 AND updated_at = created_at
  AND created_at < now() - make_interval(hours => ${hours}) AND ${isPurgeable(hours)}
  AND NOT EXISTS (SELECT FROM captured_emails WHERE user_id = users.id)
  AND NOT EXISTS (SELECT FROM login_tokens WHERE user_id = users.id)`

const makeStatements = (name: string, condition: string) => ({
  LIST: statement({
    name: `list_${name}`,
    row: { id: z.number() },
    timeout: TIMEOUT,
    text: `SELECT id FROM users WHERE id > $1::bigint AND ${condition} ORDER BY id LIMIT $3`,
  }),
  LOCK: statement({
    name: `lock_${name}`,
    row: { id: z.number() },
    text: `SELECT id FROM users WHERE id = ANY ($1::bigint[]) AND ${condition} ORDER BY id FOR UPDATE SKIP LOCKED`,
  }),
  DELETE: statement({
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
  }),
})
const STATEMENTS = {
  inactive: makeStatements('inactive', isInactive('$2::int')),
  idle: makeStatements('idle', isIdle('$2::int')),
}

type Search = { after: number; hours: number }

/** Skips locked visitors, because they may be voting. Returns undefined if no visitors are left. */
const removeNextVisitors = async (tx: Db, rule: keyof typeof STATEMENTS, { after, hours }: Search) => {
  const { LIST, LOCK, DELETE } = STATEMENTS[rule]
  await allowLongStatements(tx, TIMEOUT)
  const ids = (await tx.query(LIST, [after, hours, BATCH])).map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined) return undefined
  const seen = tx.orm.select({ id: views.mediaId }).from(views).where(inArray(views.userId, ids))
  await lockItems(tx, inArray(media.id, seen))
  const locked = await tx.query(LOCK, [ids, hours])
  const { n: removed } = onlyRow(await tx.query(DELETE, [locked.map(({ id }) => id), hours]))
  return { after: last, removed }
}

const countUsers = (db: Db) => db.orm.$count(users)
const countInactive = (db: Db, hours: number) => db.orm.$count(users, sql.raw(isInactive(String(hours))))

type PurgeDeps = Pick<Deps, 'db' | 'log'>

/** Hours. Visitors seen within this time may still be active. */
const SEEN_WITHIN = 1

const stateSchema = z.object({
  after: z.number().default(0),
  deleted: z.number().default(0),
  total: z.number().optional(),
})
type State = z.infer<typeof stateSchema>

/** `percentage` is the share of all users, rounded to one decimal. */
export const inactiveAccounts = async ({ db }: { db: Db }) => {
  // Count all users first, so that a concurrent purge can't result in more than 100 %.
  const totalUsers = await countUsers(db)
  const inactiveUsers = await countInactive(db, SEEN_WITHIN)
  const percentage = totalUsers === 0 ? 0 : Math.round((1000 * inactiveUsers) / totalUsers) / 10
  return { inactiveUsers, percentage, totalUsers }
}

/** Both audit entries contain the number of accounts (`admin.md §2`). */
export const purgeAccounts = (deps: PurgeDeps, operator: OperatorWithPreference) =>
  answerWith<PurgeResult>(deps, {
    kind: 'purge-inactive-accounts',
    operator,
    before: async (tx) =>
      recordOperator(tx, operator, { event: 'INACTIVE_USER_PURGE', context: await inactiveAccounts({ db: tx }) }),
  })

const purgeBatch = (deps: PurgeDeps, work: Work, from: State): Promise<State | undefined> =>
  withTx(deps, async (tx) => {
    const batch = await removeNextVisitors(tx, 'inactive', { after: from.after, hours: SEEN_WITHIN })
    if (!batch) return undefined
    const next = { ...from, after: batch.after, deleted: from.deleted + batch.removed }
    await work.save(tx, next)
    return next
  })

/** Removes inactive accounts in batches, but keeps accounts that become active. */
export const purgeRunner =
  (deps: PurgeDeps): Runner =>
  async (work) => {
    let state: State = stateSchema.parse(work.state)
    if (!work.signal.aborted) state.total ??= await countInactive(deps.db, SEEN_WITHIN)
    while (!work.signal.aborted) {
      work.report({ done: state.deleted, total: state.total ?? null })
      const next = await purgeBatch(deps, work, state)
      if (!next) break
      state = next
    }
    work.report({ done: state.deleted })
    const result: PurgeResult = {
      message: `Deleted ${counted(state.deleted, 'inactive account')}`,
      deletedCount: state.deleted,
      remainingUsers: await countUsers(deps.db),
    }
    const { deletedCount, remainingUsers } = result
    return { result, audit: { event: 'INACTIVE_ACCOUNTS_PURGE_COMPLETED', context: { deletedCount, remainingUsers } } }
  }

export const removeIdleVisitors = async (deps: PurgeDeps, days: number, shutdown: AbortSignal): Promise<number> => {
  const removeNext = (after: number) =>
    withTx(deps, (tx) => removeNextVisitors(tx, 'idle', { after, hours: 24 * days }))
  let removed = 0
  for (let after = 0; !shutdown.aborted; ) {
    const batch = await removeNext(after)
    if (!batch) break
    after = batch.after
    removed += batch.removed
  }
  return removed
}
