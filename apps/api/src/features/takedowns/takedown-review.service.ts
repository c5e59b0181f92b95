import type { Answer, Parsed } from '@hotvote/shared/contract'
import {
  DECISION_HOURS,
  DECISION_MAIL_SECONDS,
  OPEN_STATUSES,
  type ReviewedTakedown,
  type reviewTakedown,
  TAKEDOWN_MOVES,
  TAKEDOWN_UNDOS,
  type takedownMail,
} from '@hotvote/shared/takedown-review'
import { recordOperator } from '../../audit/audit-log.ts'
import { type Db, withTx } from '../../db/client.ts'
import { lockTakenDown } from '../../db/taken-down.ts'
import type { Deps } from '../../deps.ts'
import { AppError, decidedAnew } from '../../domain/errors.ts'
import { withIsoTimes } from '../../domain/iso-times.ts'
import type { Operator } from '../../http/guards.ts'
import { cancelMail, queueMail } from '../../mail/queue-mail.ts'
import { deleteMediaIn } from '../media/media-deletion.service.ts'
import { libraryItemOf } from '../media/media-library.service.ts'
import { eraseUpheld, wouldEraseUpheld } from '../media/trash-erasure.service.ts'
import { decisionMail, outcomeOf } from './decision-mail.ts'
import { urlOfPicture } from './removed-picture.service.ts'
import {
  removedPictureOf,
  type TakedownRow,
  takedownOf,
  takedownsOfIds,
  updateTakedown,
} from './takedown-review.queries.ts'
import { requestsOf, setUpheld, uploaderOf } from './taken-down.queries.ts'

type ReviewDeps = Pick<Deps, 'db' | 'log' | 'config' | 'brands'>

const isOpen = ({ status }: TakedownRow) => OPEN_STATUSES.some((open) => open === status)
const HOUR = 60 * 60_000

export const toReviewed = (row: TakedownRow): ReviewedTakedown => ({
  ...withIsoTimes(row),
  openedAt: isOpen(row) ? row.openedAt.toISOString() : null,
  dueAt: isOpen(row) ? new Date(row.openedAt.getTime() + DECISION_HOURS * HOUR).toISOString() : null,
})

const found = async (db: Db, id: number, how = { forUpdate: false }) => {
  const row = await takedownOf(db, id, how)
  if (!row) throw new AppError('not_found', 'There is no such takedown request.')
  return row
}

/** Whether what the request was about is in the trash. */
const isInTrashOf = async (db: Db, id: number) => (await wouldEraseUpheld(db, [id])).has(id)

/** One request with the item in question, or what was stored of it when it was deleted. */
export const takedownWithMedia = async ({ db, config }: ReviewDeps, id: number) => {
  const row = await found(db, id)
  const media = row.mediaId === null ? null : await libraryItemOf({ db, config }, row.mediaId)
  const removedPicture = row.removedItem && urlOfPicture(await removedPictureOf(db, id))
  const [complainant, uploader, isInTrash] = await Promise.all([
    requestsOf(db, row.complainantEmail),
    uploaderOf(db, row),
    isInTrashOf(db, id),
  ])
  return { ...toReviewed(row), media, isInTrash, removedPicture, complainant, uploader }
}

/** These requests, by their ids; those that are not here are left out. */
export const reviewedOf = async ({ db, brands }: Pick<Deps, 'db' | 'brands'>, ids: number[]) => {
  const [rows, inTrash] = await Promise.all([takedownsOfIds(db, ids), wouldEraseUpheld(db, ids)])
  return new Map(
    rows.map((row) => {
      const isInTrash = inTrash.has(row.id)
      const says = (status: 'resolved' | 'rejected', isRemoved: boolean) =>
        outcomeOf(brands.of(row.host), row, { status, isRemoved })
      const mailTexts = {
        resolved: says('resolved', isInTrash),
        removed: says('resolved', true),
        rejected: says('rejected', false),
      }
      return [row.id, { takedown: toReviewed(row), isInTrash, mailTexts }]
    }),
  )
}

type Move = Parsed<typeof reviewTakedown, 'body'>

const checkMove = (row: TakedownRow, { status, removeMedia, undoes }: Move) => {
  if (undoes !== undefined && undoes !== row.status) throw decidedAnew()
  const moves = (undoes === undefined ? TAKEDOWN_MOVES : TAKEDOWN_UNDOS)[row.status]
  if (!moves.includes(status)) throw new AppError('conflict', `A ${row.status} request cannot become ${status}.`)
  if (removeMedia && status !== 'resolved')
    throw new AppError('invalid_request', 'Media can be removed only when the request is resolved.')
  if (removeMedia && row.mediaId === null) throw new AppError('conflict', 'The item of this request is no longer here.')
}

/** One mail per decision, which is known by its time. */
const mailIdOf = ({ id, updatedAt }: Pick<TakedownRow, 'id' | 'updatedAt'>) => `takedown-${id}-${updatedAt.getTime()}`

/** @throws {AppError} `conflict` when others were saved since these were read */
const notesToSave = ({ adminNotes, notesAsRead }: Move, stored: string): string | undefined => {
  if (adminNotes === undefined || adminNotes === notesAsRead) return undefined
  if (notesAsRead !== undefined && notesAsRead !== stored && adminNotes !== stored)
    throw new AppError('conflict', 'The notes were changed meanwhile.')
  return adminNotes
}

/**
 * Moves a request on, with notes, the removal of its item and the mail to the complainant: all of it happens, or
 * nothing (`admin.md §4`).
 * @throws {AppError} `not_found`; `conflict` for a move that is not allowed, also when another one was faster, for a decision
 *   to take back that is not the last one, and for notes that were changed meanwhile
 */
export const reviewTakedownOf = (
  deps: ReviewDeps,
  { id, move, operator }: { id: number; move: Move; operator: Operator },
) =>
  withTx(deps, async (tx): Promise<Answer<typeof reviewTakedown>> => {
    const { status, undoes, decidedAt } = move
    const isDecided = status === 'resolved' || status === 'rejected'
    // First of all: an upload that is being published holds rows that this needs, and waits for none of ours this way.
    if (isDecided) await lockTakenDown(tx)
    const before = await found(tx, id, { forUpdate: true })
    checkMove(before, move)
    const adminNotes = notesToSave(move, before.adminNotes)
    const { mediaId } = before
    const isDeleted = move.removeMedia === true && mediaId !== null
    if (isDeleted) await deleteMediaIn(tx, operator, { mediaId, why: { takedownId: id }, isForGood: true })
    const waitsAnew = status === 'pending' && !undoes
    const after = await updateTakedown(tx, { id, decidedAt }, { status, adminNotes, waitsAnew })
    if (!after) throw decidedAnew()
    if (isDecided) await setUpheld(tx, id, status === 'resolved')
    const isErased = status === 'resolved' && (await eraseUpheld(tx, operator, id))
    const isRemoved = isDeleted || isErased
    if (isDecided)
      await queueMail(deps, tx, {
        id: mailIdOf(after),
        delay: DECISION_MAIL_SECONDS,
        about: { takedownId: id, to: 'complainant' },
        ...decisionMail(deps.brands.of(after.host), after, { status, isRemoved }),
      })
    const isMailCancelled = !isDecided && (await cancelMail(tx, mailIdOf(before)))
    const context = {
      takedownId: id,
      from: before.status,
      to: status,
      mediaId,
      isRemoved,
      isMailQueued: isDecided,
      ...(isMailCancelled && { isMailCancelled }),
      ...(undoes && { isUndo: true }),
    }
    await recordOperator(tx, operator, { event: 'DMCA_TAKEDOWN_UPDATED', context })
    return { ...toReviewed(after), decidedAt: after.decidedAt, isMailCancelled }
  })

/** The mail that a decision would send now. */
export const mailOfDecision = async (
  { db, brands }: ReviewDeps,
  id: number,
  { status, removeMedia }: Parsed<typeof takedownMail, 'query'>,
) => {
  const row = await found(db, id)
  const isRemoved = removeMedia === 'true' || (status === 'resolved' && (await isInTrashOf(db, id)))
  const { to, subject, text } = decisionMail(brands.of(row.host), row, { status, isRemoved })
  return { to, subject, text }
}
