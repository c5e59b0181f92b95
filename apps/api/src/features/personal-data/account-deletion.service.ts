import { recordAudit, recordOperator } from '../../audit/audit-log.ts'
import { type Db, forLog, withTx } from '../../db/client.ts'
import { lockTakenDown } from '../../db/taken-down.ts'
import type { Deps } from '../../deps.ts'
import { AppError, noSuchUser } from '../../domain/errors.ts'
import { noSession, type Operator } from '../../http/guards.ts'
import { isLibrary } from '../bucket/library.service.ts'
import { deleteAllOf } from '../media/media-deletion.service.ts'
import { barItems } from '../removed-items/removed-items.service.ts'
import { endSessionsOf } from '../sessions/sessions.service.ts'
import {
  deleteCaptured,
  deleteCodes,
  deleteLinks,
  forgetSavedAs,
  lockUserToDelete,
  markUserDeleted,
  uploadsToBar,
} from './account-deletion.queries.ts'
import { queueAccountErasure } from './account-erasure.service.ts'

type DeletionDeps = Pick<Deps, 'db' | 'log'>

/** What the entry of the audit log names: numbers only. */
type Made = { userId: number; uploads: number; votes: number; views: number }
/** `createdAt`, where it is given, says whether the number still is that of the user who is meant. */
type Leaving = { userId: number; createdAt?: string | undefined }
type Left = { record: (made: Made) => Promise<void>; bar?: (() => Promise<unknown>) | undefined }

/**
 * From its commit on nobody is this user: no name, address, session or link is left of them, and a job erases the rest.
 * The user is locked first, so that whatever changed them meanwhile is seen, and whatever waits finds nobody.
 */
const leave = async (tx: Db, { userId, createdAt }: Leaving, { record, bar }: Left) => {
  const found = await lockUserToDelete(tx, userId)
  if (!found) return 'missing'
  const { createdAt: since, deletedAt, address, ...made } = found
  if (createdAt !== undefined && Date.parse(createdAt) !== since.getTime()) return 'another'
  if (deletedAt) return 'deleted'
  await record({ userId, ...made })
  await bar?.()
  await markUserDeleted(tx, userId)
  // Codes go before sessions, as whoever uses one takes both in this order. Each of the browsers is told.
  await deleteCodes(tx, userId)
  await endSessionsOf(tx, userId, null)
  await forgetSavedAs(tx, userId)
  await deleteLinks(tx, userId)
  await deleteCaptured(tx, userId, address)
  await queueAccountErasure(tx)
  return 'left'
}

/**
 * Takes the uploads of a deleted account off the stage before the answer. The account is gone, whatever fails here: the
 * job that was queued with it does the rest.
 */
const deleteUploads = (deps: DeletionDeps, userId: number) =>
  deleteAllOf(deps, userId).catch((failure: unknown) =>
    deps.log.error({ userId, ...forLog(failure) }, 'uploads of a deleted account are left to its job'),
  )

/**
 * Deletes the visitor's own account: gone at once for everybody, uploads included; files, votes and views follow by jobs
 * that are tried until they succeed (docs/decisions/060).
 * @throws {AppError} `no_session` when it is gone already
 */
export const deleteOwnAccountOf = async (deps: DeletionDeps, userId: number, requestId: string): Promise<undefined> => {
  const entry = { event: 'ACCOUNT_DELETE_REQUEST', actor: 'visitor', requestId } as const
  const outcome = await withTx(deps, (tx) =>
    leave(tx, { userId }, { record: (made) => recordAudit(tx, { ...entry, context: { ...made } }) }),
  )
  if (outcome !== 'left') throw noSession()
  await deleteUploads(deps, userId)
}

const barUploads = async (tx: Db, operator: Operator, userId: number) =>
  barItems(tx, operator, { items: await uploadsToBar(tx, userId), cause: 'deleted' })

/**
 * Deletes an account for the operator, who may bar its uploads from coming back.
 * @throws {AppError} `not_found`; `conflict` when it is being deleted already, owns what was imported, or another one is meant
 */
export const deleteAccountOf = async (
  deps: DeletionDeps & Pick<Deps, 'config'>,
  { isBarred, ...leaving }: Leaving & { isBarred: boolean },
  operator: Operator,
): Promise<undefined> => {
  const { userId } = leaving
  if (await isLibrary(deps, userId))
    throw new AppError('conflict', 'This is nobody’s account: it owns what was imported from the bucket.')
  const outcome = await withTx(deps, async (tx) => {
    if (isBarred) await lockTakenDown(tx)
    return leave(tx, leaving, {
      record: (made) => recordOperator(tx, operator, { event: 'ACCOUNT_DELETE_REQUEST', context: made }),
      bar: isBarred ? () => barUploads(tx, operator, userId) : undefined,
    })
  })
  if (outcome === 'missing') throw noSuchUser()
  if (outcome === 'another') throw new AppError('conflict', 'This number is that of another account by now.')
  if (outcome === 'deleted') throw new AppError('conflict', 'This account is being deleted already.')
  await deleteUploads(deps, userId)
}
