import { recordAudit } from '../../audit/audit-log.ts'
import { type Db, forLog, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { addKeyedJob, addUnfinishedDeletionJobs } from '../../jobs/queue.ts'
import { eraseDeleted } from '../media/erasure.service.ts'
import { deleteAllOf } from '../media/media-deletion.service.ts'
import {
  deletedUsers,
  deletePendingOf,
  eraseRatingsOf,
  ratedBehind,
  removeErasedUser,
} from './account-erasure.queries.ts'

type ErasureDeps = Pick<Deps, 'db' | 'log' | 'storage' | 'processMedia' | 'tempDir'>

/** Items of one transaction: few enough that nobody's vote on one of them waits for it. */
const BATCH = 200

/** Seconds until a run looks after what came meanwhile. */
const AGAIN = 15

const TASK = 'erase-accounts'

/** Erases deleted accounts as soon as a worker has time; one run does it for all of them. */
export const queueAccountErasure = (db: Db, delay = 0) => addKeyedJob(db, { name: TASK, payload: {}, key: TASK, delay })

/** Erases what a user voted and viewed, batch by batch, each all or nothing: a run that was killed goes on with what is left. */
const eraseRatingsOfUser = async (deps: ErasureDeps, userId: number, shutdown: AbortSignal) => {
  let after = 0
  while (!shutdown.aborted) {
    const ids = await ratedBehind(deps.db, { userId, after }, BATCH)
    const last = ids.at(-1)
    if (last === undefined) return
    await withTx(deps, (tx) => eraseRatingsOf(tx, userId, ids))
    after = last
  }
}

const dropUploadsUnderWay = (deps: ErasureDeps, userId: number) =>
  withTx(deps, async (tx) => addUnfinishedDeletionJobs(tx, await deletePendingOf(tx, userId)))

/** False when something came meanwhile: a vote or an upload that had begun before. */
const removeUser = (deps: ErasureDeps, userId: number) =>
  withTx(deps, async (tx) => {
    if (!(await removeErasedUser(tx, userId))) return false
    await recordAudit(tx, { event: 'ACCOUNT_DELETE_COMPLETED', actor: 'system', context: { userId } })
    return true
  })

const eraseContentsOf = async (deps: ErasureDeps, userId: number, shutdown: AbortSignal) => {
  await deleteAllOf(deps, userId)
  await dropUploadsUnderWay(deps, userId)
  await eraseRatingsOfUser(deps, userId, shutdown)
}

/** Does it for each account. One that fails is logged and stops none of the others. */
const eachOf = async (deps: ErasureDeps, ids: number[], work: (id: number) => Promise<unknown>) => {
  const failures: unknown[] = []
  for (const id of ids)
    await work(id).catch((failure: unknown) => {
      deps.log.error({ userId: id, ...forLog(failure) }, 'account not erased')
      failures.push(failure)
    })
  return failures
}

/**
 * Erases all deleted accounts: uploads, votes, views, and at last the row. Goes on after a crash, and after an end of the
 * process in order.
 * @throws what went wrong with one of them, once the others are done
 */
export const eraseAccounts = async (deps: ErasureDeps, shutdown: AbortSignal): Promise<void> => {
  const ids = await deletedUsers(deps.db)
  if (ids.length === 0) return
  const failures = await eachOf(deps, ids, (id) => eraseContentsOf(deps, id, shutdown))
  await eraseDeleted(deps, shutdown)
  if (shutdown.aborted) return queueAccountErasure(deps.db)
  let isLeft = false
  const unremoved = await eachOf(deps, ids, async (id) => {
    if (!(await removeUser(deps, id))) isLeft = true
  })
  if (isLeft) await queueAccountErasure(deps.db, AGAIN)
  for (const failure of [...failures, ...unremoved]) throw failure
}
