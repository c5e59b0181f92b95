import { HIDE_AT_LEAST, URGENT_REASON } from '@hotvote/shared/reports'
import { recordAudit } from '../../audit/audit-log.ts'
import { constraintOf, type Db, withTx } from '../../db/client.ts'
import { lockUntilCommit } from '../../db/locks.ts'
import type { Deps } from '../../deps.ts'
import { AppError, noSuchItem } from '../../domain/errors.ts'
import { noSession } from '../../http/guards.ts'
import { queueUrgentMail } from '../queue/operator-mail.service.ts'
import { readReportRules } from '../settings/settings.service.ts'
import { lockReported, show } from './report-review.queries.ts'
import {
  countHiddenToday,
  countNetworks,
  countPublished,
  deleteReport,
  findReport,
  hasReported,
  hide,
  insertReport,
  lockShown,
  markShown,
  openReported,
  type Report,
} from './reports.queries.ts'

/** Whether reports have hidden as much within a day as they may, so that they cannot empty the site. */
const isDayFull = async (tx: Db, hideShare: number) => {
  await lockUntilCommit(tx, 'reports', 'hidden today')
  const hidden = await countHiddenToday(tx)
  // A large collection is counted only where the floor is reached.
  return hidden >= HIDE_AT_LEAST && hidden >= ((await countPublished(tx)) * hideShare) / 100
}

const hideReported = async (tx: Db, mediaId: number) => {
  const { hideAfter, hideShare } = await readReportRules(tx)
  if (hideAfter === 0) return
  let networks = await countNetworks(tx, mediaId)
  if (networks < hideAfter) return
  if (await isDayFull(tx, hideShare)) {
    networks = await countNetworks(tx, mediaId, URGENT_REASON)
    if (networks < hideAfter) return
  }
  await hide(tx, mediaId)
  await recordAudit(tx, { event: 'MEDIA_HIDDEN', actor: 'system', context: { mediaId, networks } })
}

/**
 * Stores a visitor's report, the first on an item only, and hides the item once enough wait for a decision
 * (docs/decisions/073). All of it happens, or nothing.
 * @throws {AppError} `not_found`, `own_media`
 */
export const reportOf = (
  deps: Pick<Deps, 'db' | 'log' | 'config'>,
  { requestId, ...report }: Report & { requestId: string },
) =>
  withTx(deps, async (tx): Promise<undefined> => {
    const { mediaId, userId, reason } = report
    const item = await lockShown(tx, mediaId)
    if (!item) {
      // Two taps, or an answer that was lost: the first has hidden it.
      if (await hasReported(tx, report)) return
      throw noSuchItem()
    }
    if (item.ownerId === userId) throw new AppError('own_media', 'You cannot report your own upload.')
    if (!(await insertReport(tx, report))) return
    await openReported(tx, report)
    if (reason === URGENT_REASON) await queueUrgentMail(tx, deps.config)
    const context = { mediaId, userId, reason }
    await recordAudit(tx, { event: 'MEDIA_REPORTED', actor: 'visitor', requestId, context })
    await hideReported(tx, mediaId)
  }).catch((error) => {
    // The visitor was purged or merged meanwhile.
    throw constraintOf(error) === 'reports_user_id_users_id_fk' ? noSession() : error
  })

type Undone = Pick<Report, 'mediaId' | 'userId'> & { requestId: string }

const DECIDED = 'This was already decided on, so your report cannot be taken back.'

/**
 * Takes a visitor's recent report back, and shows the item again that it helped to hide. All of it happens, or nothing.
 * @throws {AppError} `not_found`; `too_late`; `conflict` when the operator decided, or the item was deleted
 */
export const undoReportOf = (deps: Pick<Deps, 'db' | 'log'>, { requestId, ...own }: Undone) =>
  withTx(deps, async (tx): Promise<undefined> => {
    const { mediaId, userId } = own
    const reported = await lockReported(tx, mediaId)
    const report = await findReport(tx, own)
    if (!report) throw reported ? new AppError('not_found', 'You have not reported this.') : noSuchItem()
    if (!reported || report.settledAt) throw new AppError('conflict', DECIDED)
    if (!report.isRecent) throw new AppError('too_late', 'Your report can no longer be taken back.')
    await deleteReport(tx, { id: report.id, mediaId })
    const context = { mediaId, userId }
    await recordAudit(tx, { event: 'MEDIA_REPORT_UNDONE', actor: 'visitor', requestId, context })
    if (!reported.isHidden) return
    const { hideAfter } = await readReportRules(tx)
    if (hideAfter > 0 && (await countNetworks(tx, mediaId)) >= hideAfter) return
    await markShown(tx, mediaId)
    await show(tx, mediaId)
  })
