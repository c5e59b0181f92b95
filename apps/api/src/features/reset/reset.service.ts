import { setTimeout as pause } from 'node:timers/promises'
import type { ResetResult } from '@hotvote/shared/reset'
import { z } from 'zod'
import { recordOperator } from '../../audit/audit-log.ts'
import { isLockTimeout, withTx } from '../../db/client.ts'
import { type Totals, totalsOf } from '../../db/totals.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { OperatorWithPreference } from '../../http/guards.ts'
import type { Runner, Work } from '../../operations/operation-runner.service.ts'
import { answerWith, refuseDuringOthers } from '../../operations/operations.service.ts'
import { queueDeletionOfRemoved } from '../media/file-deletion.service.ts'
import { emptyVisitorTables, lockVisitorTables } from './reset.queries.ts'

type ResetDeps = Pick<Deps, 'db' | 'log'>
const KIND = 'reset-database'

/** Milliseconds between two attempts to lock the tables, in which others use them. */
const RETRY_DELAY = 1000
/** Tries before it is given up. */
const TRIES = 20

const NOTHING: Totals = { users: 0, media: 0, votes: 0, views: 0 }
const stateSchema = z.object({
  deleted: z.object({ users: z.number(), media: z.number(), votes: z.number(), views: z.number() }).optional(),
})

/** Starts the reset of `admin.md §2`; the audit entry before it counts what is there. */
export const resetAll = (deps: ResetDeps, operator: OperatorWithPreference) =>
  answerWith<ResetResult>(deps, {
    kind: KIND,
    operator,
    before: async (tx) => {
      await refuseDuringOthers(tx, KIND)
      await recordOperator(tx, operator, { event: 'DATABASE_RESET_REQUEST', context: await totalsOf(tx) })
    },
  })

const emptyAll = (deps: ResetDeps, work: Work): Promise<Totals> =>
  withTx(deps, async (tx) => {
    await lockVisitorTables(tx)
    const deleted = await totalsOf(tx)
    await queueDeletionOfRemoved(tx)
    await emptyVisitorTables(tx)
    await work.save(tx, { deleted })
    return deleted
  })

/**
 * Tries again while another transaction holds a table: with a long wait all calls would wait behind the reset. Any other failure may be
 * an answer that was lost after all was emptied: the next run knows.
 */
const emptyWithRetries = async (deps: ResetDeps, work: Work): Promise<Totals | undefined> => {
  for (let attempt = 1; !work.signal.aborted; attempt++) {
    try {
      return await emptyAll(deps, work)
    } catch (failure) {
      if (!isLockTimeout(failure)) throw failure
      if (attempt === TRIES) throw new AppError('busy', 'The database is too busy right now. Nothing was changed.')
      await pause(RETRY_DELAY)
    }
  }
  return undefined
}

/** Empties what visitors left, all of it or nothing. Files stay for an import, except those of removed items. */
export const resetRunner =
  (deps: ResetDeps): Runner =>
  async (work) => {
    const known = stateSchema.parse(work.state).deleted
    const deleted = known ?? (await emptyWithRetries(deps, work))
    if (!deleted) return { result: { message: 'Stopped. Nothing was changed.', deleted: NOTHING } }
    const result: ResetResult = { message: 'Database reset completed successfully', deleted }
    return { result, audit: { event: 'DATABASE_RESET_COMPLETED', context: deleted } }
  }
