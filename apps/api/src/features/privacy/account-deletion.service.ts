import type { Deps } from '../../deps.ts'
import { AppError, noSuchUser } from '../../domain/errors.ts'
import { recordAudit, recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, forLog, withTx } from '../../platform/db/client.ts'
import { lockRows } from '../../platform/db/locks.ts'
import { media } from '../../platform/db/schema/index.ts'
import { noSession, type Operator } from '../../platform/http/guards.ts'
import { addKeyedJob, addUploadDeletionJobs } from '../../platform/jobs/queue.ts'
import { expireSessions } from '../accounts/sessions.service.ts'
import { isLibrary } from '../bucket/import.service.ts'
import { eraseDeleted, eraseRatings } from '../media/erasure.service.ts'
import { deleteAllMedia } from '../media/media-deletion.service.ts'
import { barItems } from '../moderation/removed-items.service.ts'
import { lockTakedownsExclusive } from '../moderation/taken-down.sql.ts'
import { recountVotes, wereSetAside } from '../voting/counted-votes.sql.ts'
import {
  deleteCaptured,
  deleteCodes,
  deletedUsers,
  deleteLinks,
  deletePending,
  forgetSavedAs,
  listRatedAfter,
  lockUserToDelete,
  markUserDeleted,
  removeErasedUser,
  uploadsToBar,
} from './account-deletion.queries.ts'

type ErasureDeps = Pick<Deps, 'db' | 'log' | 'storage' | 'processMedia' | 'tempDir'>

/** Items per transaction, kept small so that votes don't have to wait. */
const BATCH = 200

const AGAIN = 15

const TASK = 'erase-accounts'

const queueAccountErasure = (db: Db, delay = 0) => addKeyedJob(db, { name: TASK, payload: {}, key: TASK, delay })

/** Locks items before users, like voting does, to avoid deadlocks. */
const eraseRated = async (tx: Db, userId: number, mediaIds: number[]) => {
  await lockRows(tx, media, mediaIds)
  const isCounted = !(await wereSetAside(tx, [userId]))
  await eraseRatings(tx, { userIds: [userId], mediaIds, isCounted })
  if (!isCounted) await recountVotes(tx, mediaIds)
}

const eraseUserRatings = async (deps: ErasureDeps, userId: number, shutdown: AbortSignal) => {
  let after = 0
  while (!shutdown.aborted) {
    const ids = await listRatedAfter(deps.db, { userId, after }, BATCH)
    const last = ids.at(-1)
    if (last === undefined) return
    await withTx(deps, (tx) => eraseRated(tx, userId, ids))
    after = last
  }
}

const dropUploadsUnderWay = (deps: ErasureDeps, userId: number) =>
  withTx(deps, async (tx) => addUploadDeletionJobs(tx, await deletePending(tx, userId)))

/** Returns false if the user has voted or uploaded concurrently. */
const removeUser = (deps: ErasureDeps, userId: number) =>
  withTx(deps, async (tx) => {
    if (!(await removeErasedUser(tx, userId))) return false
    await recordAudit(tx, { event: 'ACCOUNT_DELETE_COMPLETED', actor: 'system', context: { userId } })
    return true
  })

const eraseContents = async (deps: ErasureDeps, userId: number, shutdown: AbortSignal) => {
  await deleteAllMedia(deps, userId)
  await dropUploadsUnderWay(deps, userId)
  await eraseUserRatings(deps, userId, shutdown)
}

const forEachId = async (deps: ErasureDeps, ids: number[], work: (id: number) => Promise<unknown>) => {
  const failures: unknown[] = []
  for (const id of ids)
    await work(id).catch((failure: unknown) => {
      deps.log.error({ userId: id, ...forLog(failure) }, 'could not erase an account')
      failures.push(failure)
    })
  return failures
}

/** Erases the uploads, votes and views of deleted accounts, and finally the user. Resumes after a crash. */
export const eraseAccounts = async (deps: ErasureDeps, shutdown: AbortSignal): Promise<void> => {
  const ids = await deletedUsers(deps.db)
  if (ids.length === 0) return
  const failures = await forEachId(deps, ids, (id) => eraseContents(deps, id, shutdown))
  await eraseDeleted(deps, shutdown)
  if (shutdown.aborted) return queueAccountErasure(deps.db)
  let isLeft = false
  const unremoved = await forEachId(deps, ids, async (id) => {
    if (!(await removeUser(deps, id))) isLeft = true
  })
  if (isLeft) await queueAccountErasure(deps.db, AGAIN)
  for (const failure of [...failures, ...unremoved]) throw failure
}

type DeletionDeps = Pick<Deps, 'db' | 'log'>

/** Contains only numbers, because it is stored in the audit log. */
type Made = { userId: number; uploads: number; votes: number; views: number }
/** `createdAt` protects a new user who got the id of another user after a reset. */
type Leaving = { userId: number; createdAt?: string | undefined }
type Left = { record: (made: Made) => Promise<void>; bar?: (() => Promise<unknown>) | undefined }

/** Removes the name, address, sessions and links immediately. A job erases everything else. */
const leave = async (tx: Db, { userId, createdAt }: Leaving, { record, bar }: Left) => {
  const found = await lockUserToDelete(tx, userId)
  if (!found) return 'missing'
  const { createdAt: since, deletedAt, address, ...made } = found
  if (createdAt !== undefined && Date.parse(createdAt) !== since.getTime()) return 'another'
  if (deletedAt) return 'deleted'
  await record({ userId, ...made })
  await bar?.()
  await markUserDeleted(tx, userId)
  // Lock codes before sessions, like `redeemCode` does, to avoid deadlocks.
  await deleteCodes(tx, userId)
  await expireSessions(tx, userId, null)
  await forgetSavedAs(tx, userId)
  await deleteLinks(tx, userId)
  await deleteCaptured(tx, userId, address)
  await queueAccountErasure(tx)
  return 'left'
}

/** Hides the uploads before the response is sent. If this fails, a job hides them later. */
const deleteUploads = (deps: DeletionDeps, userId: number) =>
  deleteAllMedia(deps, userId).catch((failure: unknown) =>
    deps.log.error({ userId, ...forLog(failure) }, 'a job will delete the uploads of a deleted account'),
  )

/** Deletes the visitor's own account. Jobs erase the files, votes and views later (docs/decisions/030). */
export const eraseOwnAccount = async (deps: DeletionDeps, userId: number, requestId: string): Promise<undefined> => {
  const entry = { event: 'ACCOUNT_DELETE_REQUEST', actor: 'visitor', requestId } as const
  const outcome = await withTx(deps, (tx) =>
    leave(tx, { userId }, { record: (made) => recordAudit(tx, { ...entry, context: { ...made } }) }),
  )
  if (outcome !== 'left') throw noSession()
  await deleteUploads(deps, userId)
}

const barUploads = async (tx: Db, operator: Operator, userId: number) =>
  barItems(tx, operator, { items: await uploadsToBar(tx, userId), cause: 'deleted' })

/** If `isBarred` is true, the account's uploads can't be uploaded again. */
export const deleteAccount = async (
  deps: DeletionDeps & Pick<Deps, 'config'>,
  { isBarred, ...leaving }: Leaving & { isBarred: boolean },
  operator: Operator,
): Promise<undefined> => {
  const { userId } = leaving
  if (await isLibrary(deps, userId))
    throw new AppError('conflict', "This account owns the imported media and can't be deleted.")
  const outcome = await withTx(deps, async (tx) => {
    if (isBarred) await lockTakedownsExclusive(tx)
    return leave(tx, leaving, {
      record: (made) => recordOperator(tx, operator, { event: 'ACCOUNT_DELETE_REQUEST', context: made }),
      bar: isBarred ? () => barUploads(tx, operator, userId) : undefined,
    })
  })
  if (outcome === 'missing') throw noSuchUser()
  if (outcome === 'another') throw new AppError('conflict', 'This ID now belongs to another account.')
  if (outcome === 'deleted') throw new AppError('conflict', 'This account is being deleted already.')
  await deleteUploads(deps, userId)
}
