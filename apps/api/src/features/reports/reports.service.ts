import type { ReportReason } from '@hotvote/shared/reports'
import { recordAudit } from '../../audit/audit-log.ts'
import { constraintOf, type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError, noSuchItem } from '../../domain/errors.ts'
import { noSession } from '../../http/guards.ts'
import {
  countedReports,
  hasReported,
  hide,
  hideAfter,
  insertReport,
  lockShown,
  openReported,
} from './reports.queries.ts'

/** `requestId` stands in the audit log. */
type Report = { mediaId: number; userId: number; reason: ReportReason; requestId: string }

const hideReported = async (tx: Db, mediaId: number) => {
  const threshold = await hideAfter(tx)
  const networks = await countedReports(tx, mediaId)
  if (threshold === 0 || networks < threshold) return
  await hide(tx, mediaId)
  await recordAudit(tx, { event: 'MEDIA_HIDDEN', actor: 'system', context: { mediaId, networks } })
}

/**
 * Stores a visitor's report, the first on an item only, and hides the item once enough wait for a decision
 * (docs/decisions/073). All of it happens, or nothing.
 * @throws {AppError} `not_found`, `own_media`
 */
export const reportOf = (deps: Pick<Deps, 'db' | 'log'>, { requestId, ...report }: Report) =>
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
    const context = { mediaId, userId, reason }
    await recordAudit(tx, { event: 'MEDIA_REPORTED', actor: 'visitor', requestId, context })
    await hideReported(tx, mediaId)
  }).catch((error) => {
    // The visitor was purged or merged meanwhile.
    throw constraintOf(error) === 'reports_user_id_users_id_fk' ? noSession() : error
  })
