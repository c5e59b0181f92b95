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
} from '@hotvote/shared/operator/takedown-review'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { withIsoTimes } from '../../domain/iso-times.ts'
import { mediaUrl } from '../../domain/media-urls.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import type { Operator } from '../../platform/http/guards.ts'
import { cancelMail, queueMail } from '../../platform/mail/queue-mail.ts'
import { deleteMediaIn } from '../media/media-deletion.service.ts'
import { listLibraryItems } from '../media/media-library.service.ts'
import { eraseUpheld, listTrashedItems } from '../media/trash.service.ts'
import { mailUploaders } from './counter-notices.service.ts'
import { buildPictureUrl } from './removed-media.service.ts'
import { type Decision, decisionMail, describeOutcome } from './takedown-mail.ts'
import {
  findTakedown,
  findTakedownsById,
  findUploader,
  listFileKeys,
  listLinkedItems,
  listRequests,
  setUpheld,
  type TakedownRow,
  updateTakedown,
} from './takedown-review.queries.ts'
import { lockTakedownsExclusive } from './taken-down.sql.ts'

type ReviewDeps = Pick<Deps, 'db' | 'log' | 'config' | 'brands'>

const isOpen = ({ status }: TakedownRow) => OPEN_STATUSES.some((open) => open === status)
const HOUR = 60 * 60_000

export const toReviewed = (row: TakedownRow): ReviewedTakedown => ({
  ...withIsoTimes(row),
  mediaId: row.linkedItems.here[0] ?? null,
  openedAt: isOpen(row) ? row.openedAt.toISOString() : null,
  dueAt: isOpen(row) ? new Date(row.openedAt.getTime() + DECISION_HOURS * HOUR).toISOString() : null,
})

const requireTakedown = async (db: Db, id: number, how = { forUpdate: false }) => {
  const row = await findTakedown(db, id, how)
  if (!row) throw new AppError('not_found', 'There is no such takedown request.')
  return row
}

const listTrash = async (db: Db, id: number) => (await listTrashedItems(db, [id])).get(id) ?? []

const showItems = async ({ db, config }: ReviewDeps, { id, linkedItems }: TakedownRow) => {
  const [rows, here] = await Promise.all([listLinkedItems(db, id), listLibraryItems({ db, config }, linkedItems.here)])
  return rows.map(({ removedPicture, ...row }) => ({
    ...row,
    media: here.get(row.mediaId) ?? null,
    removedPicture: buildPictureUrl(removedPicture),
  }))
}

export const takedownWithMedia = async (deps: ReviewDeps, id: number) => {
  const { db } = deps
  const row = await requireTakedown(db, id)
  const [items, complainant, uploader, trashed] = await Promise.all([
    showItems(deps, row),
    listRequests(db, row.complainantEmail),
    findUploader(db, id),
    listTrash(db, id),
  ])
  const media = items.find((item) => item.media)?.media ?? null
  const removedPicture = items.find(({ removedItem }) => removedItem)?.removedPicture ?? null
  return { ...toReviewed(row), media, items, isInTrash: trashed.length > 0, removedPicture, complainant, uploader }
}

type Asked = { status: Decision['status']; removeMedia: boolean; keep: number[] }

/** Groups the claimed items by the effect of the decision. Resolving a claim also erases trashed items. */
const sortItems = ({ linkedItems }: TakedownRow, trashed: number[], { status, removeMedia, keep }: Asked) => {
  const isResolved = status === 'resolved'
  const toDelete = linkedItems.here.filter((id) => isResolved && removeMedia && !keep.includes(id))
  const removed = [...toDelete, ...(isResolved ? trashed : [])]
  const kept = linkedItems.here.filter((id) => !toDelete.includes(id))
  const gone = linkedItems.removed.filter((id) => !removed.includes(id))
  return { toDelete, removed, kept, counts: { status, removed: removed.length, kept: kept.length, gone: gone.length } }
}

export const findReviewed = async ({ db, brands }: Pick<Deps, 'db' | 'brands'>, ids: number[]) => {
  const [rows, inTrash] = await Promise.all([findTakedownsById(db, ids), listTrashedItems(db, ids)])
  return new Map(
    rows.map((row) => {
      const trashed = inTrash.get(row.id) ?? []
      const describe = (status: Decision['status'], removeMedia: boolean) =>
        describeOutcome(brands.of(row.host), sortItems(row, trashed, { status, removeMedia, keep: [] }).counts)
      const mailTexts = {
        resolved: describe('resolved', false),
        removed: describe('resolved', true),
        rejected: describe('rejected', false),
      }
      return [row.id, { takedown: toReviewed(row), isInTrash: trashed.length > 0, mailTexts }]
    }),
  )
}

type Move = Parsed<typeof reviewTakedown, 'body'>

const checkMove = (row: TakedownRow, { status, removeMedia, keep, undoes, reason, words }: Move) => {
  if (undoes !== undefined && undoes !== row.status) throw new AppError('conflict', 'This decision has changed since.')
  const moves = (undoes === undefined ? TAKEDOWN_MOVES : TAKEDOWN_UNDOS)[row.status]
  if (!moves.includes(status)) throw new AppError('conflict', `A ${row.status} request cannot become ${status}.`)
  if (removeMedia && status !== 'resolved')
    throw new AppError('invalid_request', 'Media can be removed only when the request is resolved.')
  if ((reason || words) && status !== 'rejected')
    throw new AppError('invalid_request', 'Only a rejection has a reason.')
  const { here, removed } = row.linkedItems
  if (removeMedia && here.length === 0) throw new AppError('conflict', 'The item of this request no longer exists.')
  if (keep?.some((id) => !here.includes(id) && !removed.includes(id)))
    throw new AppError('invalid_request', 'Only items of this request can be kept.')
}

/** Contains the time of the decision, so each decision sends exactly one email. */
const buildMailId = ({ id, updatedAt }: Pick<TakedownRow, 'id' | 'updatedAt'>) =>
  `takedown-${id}-${updatedAt.getTime()}`

/** @throws {AppError} `conflict` if the stored notes have changed */
const notesToSave = ({ adminNotes, notesAsRead }: Move, stored: string): string | undefined => {
  if (adminNotes === undefined || adminNotes === notesAsRead) return undefined
  if (notesAsRead !== undefined && notesAsRead !== stored && adminNotes !== stored)
    throw new AppError('conflict', 'The notes have changed since.')
  return adminNotes
}

const listUrlsToPurge = async ({ config }: ReviewDeps, tx: Db, mediaIds: number[]) =>
  (await listFileKeys(tx, mediaIds)).map((key) => new URL(mediaUrl(config, key), config.publicUrl).href)

export const resolveTakedown = (
  deps: ReviewDeps,
  { id, move, operator }: { id: number; move: Move; operator: Operator },
) =>
  withTx(deps, async (tx): Promise<Answer<typeof reviewTakedown>> => {
    const { status, undoes } = move
    const isDecided = status === 'resolved' || status === 'rejected'
    // Lock first to avoid deadlocks, because uploads take this lock before rows that this transaction needs.
    if (isDecided) await lockTakedownsExclusive(tx)
    const before = await requireTakedown(tx, id, { forUpdate: true })
    checkMove(before, move)
    const adminNotes = notesToSave(move, before.adminNotes)
    const { removeMedia = false, keep = [], reason, words } = move
    const decision = isDecided ? sortItems(before, await listTrash(tx, id), { status, removeMedia, keep }) : undefined
    // Delete in id order to avoid deadlocks.
    for (const mediaId of decision?.toDelete.toSorted((one, other) => one - other) ?? [])
      await deleteMediaIn(tx, operator, { mediaId, why: { takedownId: id }, isForGood: true })
    const isReopened = status === 'pending' && !undoes
    const after = await updateTakedown(tx, id, { status, adminNotes, isReopened })
    if (isDecided) await setUpheld(tx, id, status === 'resolved')
    if (status === 'resolved') await eraseUpheld(tx, operator, id)
    if (decision)
      await queueMail(deps, tx, {
        id: buildMailId(after),
        delay: DECISION_MAIL_SECONDS,
        about: { takedownId: id, to: 'complainant' },
        ...decisionMail(deps.brands.of(after.host), after, { ...decision.counts, reason, words }),
      })
    if (decision) await mailUploaders(deps, tx, { takedownId: id, mediaIds: decision.removed })
    const isMailCancelled = !isDecided && (await cancelMail(tx, buildMailId(before)))
    const context = {
      takedownId: id,
      from: before.status,
      to: status,
      mediaId: before.linkedItems.here[0] ?? null,
      ...(decision && { removedIds: decision.removed, keptIds: decision.kept }),
      urlsToPurge: await listUrlsToPurge(deps, tx, decision?.removed ?? []),
      isRemoved: (decision?.removed.length ?? 0) > 0,
      isMailQueued: isDecided,
      ...(reason && { reason }),
      ...(words && { words }),
      ...(isMailCancelled && { isMailCancelled }),
      ...(undoes && { isUndo: true }),
    }
    await recordOperator(tx, operator, { event: 'DMCA_TAKEDOWN_UPDATED', context })
    return { ...toReviewed(after), isMailCancelled }
  })

export const buildDecisionMail = async (
  { db, brands }: ReviewDeps,
  id: number,
  { status, removeMedia, keep, reason, words }: Parsed<typeof takedownMail, 'query'>,
) => {
  const row = await requireTakedown(db, id)
  const asked = { status, removeMedia: removeMedia === 'true', keep }
  const { counts } = sortItems(row, await listTrash(db, id), asked)
  const { to, subject, text } = decisionMail(brands.of(row.host), row, { ...counts, reason, words })
  return { to, subject, text }
}
