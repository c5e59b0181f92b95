import { counted } from '@hotvote/shared/counted'
import type { PurgeResult } from '@hotvote/shared/operator/users'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import type { OperatorWithPreference } from '../../platform/http/guards.ts'
import type { Runner, Work } from '../../platform/operations/operation-runner.service.ts'
import { answerWith } from '../../platform/operations/operations.service.ts'
import { countInactive, countUsers, removeNextVisitors } from './visitor-removal.queries.ts'

type PurgeDeps = Pick<Deps, 'db' | 'log'>

/** Hours; a visitor seen since then may still be active. */
const SEEN_WITHIN = 1

const stateSchema = z.object({
  after: z.number().default(0),
  deleted: z.number().default(0),
  total: z.number().optional(),
})
type State = z.infer<typeof stateSchema>

/** `percentage` of all accounts, with one decimal. */
export const inactiveAccounts = async ({ db }: { db: Db }) => {
  // Counts all users first, so a concurrent purge cannot yield more than 100 %.
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

/** Removes inactive accounts in atomic batches. Accounts that become active are kept. */
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
