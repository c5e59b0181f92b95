import type { Parsed } from '@hotvote/shared/contract'
import type { decideUploads, reviewOutcomes, WaitingUpload } from '@hotvote/shared/operator/upload-review'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { storedMediaFacts } from '../../domain/media-facts.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import type { Operator } from '../../platform/http/guards.ts'
import { deleteLocked, type LockedItem, lockItems } from '../media/media-deletion.service.ts'
import { publishWaiting } from '../media/taken-down-uploads.service.ts'
import { undoRemoval } from '../media/trash.service.ts'
import { barItems } from './removed-items.service.ts'
import { settle } from './reports.queries.ts'
import { lockTakedownsExclusive, lockTakedownsShared } from './taken-down.sql.ts'
import { lockUploaders, markDeclined, markReopened, type waitingPage } from './upload-review.queries.ts'

type Row = Awaited<ReturnType<typeof waitingPage>>['rows'][number]

export const toWaitingUpload = (config: Deps['config'], row: Row): WaitingUpload => {
  const { why, screening, reports } = row
  const uploader = { ...row.uploader, since: row.uploader.since.toISOString() }
  return { ...storedMediaFacts(config, { ...row, isWaiting: true }), why, screening, reports, uploader }
}

type Outcome = (typeof reviewOutcomes)[number]
type Decided = Parsed<typeof decideUploads, 'body'>
type Decision = { decided: Decided; operator: Operator }
type Decide = (tx: Db, item: LockedItem, decision: Decision) => Promise<Outcome>

const getState = ({ status, isDeclined }: LockedItem): Outcome | 'waiting' => {
  if (status === 'waiting') return 'waiting'
  if (status === 'ready') return 'already_approved'
  return status === 'trashed' && isDeclined ? 'already_declined' : 'gone'
}

const approve: Decide = (tx, { id }) => publishWaiting(tx, id)

const decline: Decide = async (tx, item, { decided, operator }) => {
  if (decided.neverAgain) await barItems(tx, operator, { items: [item], cause: 'deleted' })
  await deleteLocked(tx, item, { keptFor: 'operator', isDeclined: true })
  await markDeclined(tx, item, decided)
  return 'done'
}

/** Settles the reports on an approved item, because the upload review now decides about the item. */
const reopen: Decide = async (tx, item, { operator }) => {
  try {
    await (item.status === 'trashed' ? undoRemoval(tx, operator, item) : settle(tx, item.id))
  } catch (failure) {
    if (failure instanceof AppError && failure.code === 'conflict') return 'taken_down'
    throw failure
  }
  await markReopened(tx, item.id)
  return 'done'
}

const decideOne: Decide = async (tx, item, how) => {
  const state = getState(item)
  const { decision } = how.decided
  if (decision !== 'reopen') {
    if (state !== 'waiting') return state
    return (decision === 'approve' ? approve : decline)(tx, item, how)
  }
  if (state === 'waiting') return 'done'
  return state === 'gone' || item.reviewCause === null ? state : reopen(tx, item, how)
}

const EVENTS = { approve: 'UPLOADS_APPROVED', decline: 'UPLOADS_DECLINED', reopen: 'UPLOADS_REOPENED' } as const

/** Runs in one transaction, so that the audit entry lists exactly the items that were decided. */
export const decideOnUploads = (deps: Pick<Deps, 'db' | 'log'>, decided: Decided, operator: Operator) =>
  withTx(deps, async (tx) => {
    const { decision, reason, note, neverAgain = false } = decided
    await (neverAgain ? lockTakedownsExclusive(tx) : lockTakedownsShared(tx))
    const ids = [...new Set(decided.mediaIds)]
    const items = new Map((await lockItems(tx, ids)).map((item) => [item.id, item]))
    await lockUploaders(
      tx,
      [...items.values()].map(({ ownerId }) => ownerId),
    )
    const results: { mediaId: number; outcome: Outcome }[] = []
    for (const mediaId of ids) {
      const item = items.get(mediaId)
      results.push({ mediaId, outcome: item ? await decideOne(tx, item, { decided, operator }) : 'gone' })
    }
    const mediaIds = results.filter(({ outcome }) => outcome === 'done').map(({ mediaId }) => mediaId)
    const context = { mediaIds, ...(decision === 'decline' && { reason, note, neverAgain }) }
    if (mediaIds.length > 0) await recordOperator(tx, operator, { event: EVENTS[decision], context })
    return { results }
  })
