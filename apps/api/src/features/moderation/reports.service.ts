import type { Answer, Parsed } from '@hotvote/shared/contract'
import type { Blocked, decideReports } from '@hotvote/shared/visitor/reports'
import { BLOCK_DAYS, HIDE_AT_LEAST, URGENT_REASON } from '@hotvote/shared/visitor/reports'
import type { Deps } from '../../deps.ts'
import { AppError, noSuchItem } from '../../domain/errors.ts'
import { recordAudit, recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, getConstraint, withTx } from '../../platform/db/client.ts'
import { lockUntilCommit } from '../../platform/db/locks.ts'
import { noSession, type Operator } from '../../platform/http/guards.ts'
import { banNetworkOfUser } from '../access/bans.service.ts'
import { deleteMediaIn } from '../media/media-deletion.service.ts'
import { readReportRules } from '../settings/settings.service.ts'
import { changeBlockIn } from '../users/user-blocks.service.ts'
import { queueUrgentMail } from './operator-mail.service.ts'
import {
  countHiddenToday,
  countNetworks,
  countOpen,
  countPublished,
  deleteReport,
  findReport,
  hide,
  insertReport,
  listReasons,
  listReported,
  lockReported,
  lockShown,
  markShown,
  openReported,
  type Report,
  reopenReports,
  settle,
  show,
} from './reports.queries.ts'
import { lockTakedownsExclusive } from './taken-down.sql.ts'

/** True once reports have hidden as many items as they may per day. The limit keeps them from emptying the site. */
const isDailyHideLimitReached = async (tx: Db, hideShare: number) => {
  await lockUntilCommit(tx, 'reports', 'hidden today')
  const hidden = await countHiddenToday(tx)
  return hidden >= HIDE_AT_LEAST && hidden >= ((await countPublished(tx)) * hideShare) / 100
}

const hideReported = async (tx: Db, mediaId: number) => {
  const { hideAfter, hideShare } = await readReportRules(tx)
  if (hideAfter === 0) return
  let networks = await countNetworks(tx, mediaId)
  if (networks < hideAfter) return
  if (await isDailyHideLimitReached(tx, hideShare)) {
    networks = await countNetworks(tx, mediaId, URGENT_REASON)
    if (networks < hideAfter) return
  }
  await hide(tx, mediaId)
  await recordAudit(tx, { event: 'MEDIA_HIDDEN', actor: 'system', context: { mediaId, networks } })
}

/** Stores a visitor's first report, and hides the item after enough reports (docs/decisions/035). */
export const saveReport = (
  deps: Pick<Deps, 'db' | 'log' | 'config'>,
  { requestId, ...report }: Report & { requestId: string },
) =>
  withTx(deps, async (tx): Promise<undefined> => {
    const { mediaId, userId, reason } = report
    const item = await lockShown(tx, mediaId)
    if (!item) {
      // A retry succeeds even if the first call hid the item.
      if (await findReport(tx, report)) return
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
    // The visitor was purged or merged concurrently.
    throw getConstraint(error) === 'reports_user_id_users_id_fk' ? noSession() : error
  })

type Undone = Pick<Report, 'mediaId' | 'userId'> & { requestId: string }

const DECIDED = "This report was already reviewed and can't be withdrawn."

/** Shows the item again if too few reports are left to hide it. */
export const revertReport = (deps: Pick<Deps, 'db' | 'log'>, { requestId, ...own }: Undone) =>
  withTx(deps, async (tx): Promise<undefined> => {
    const { mediaId, userId } = own
    const reported = await lockReported(tx, mediaId)
    const report = await findReport(tx, own)
    if (!report) throw reported ? new AppError('not_found', 'You have not reported this.') : noSuchItem()
    if (!reported || report.settledAt) throw new AppError('conflict', DECIDED)
    if (!report.isRecent) throw new AppError('too_late', 'Your report can no longer be withdrawn.')
    await deleteReport(tx, { id: report.id, mediaId })
    const context = { mediaId, userId }
    await recordAudit(tx, { event: 'MEDIA_REPORT_UNDONE', actor: 'visitor', requestId, context })
    if (!reported.isHidden) return
    const { hideAfter } = await readReportRules(tx)
    if (hideAfter > 0 && (await countNetworks(tx, mediaId)) >= hideAfter) return
    await markShown(tx, mediaId)
    await show(tx, mediaId)
  })

export { reopenReports }

type Decided = Parsed<typeof decideReports, 'params'> & Parsed<typeof decideReports, 'body'>
type Reported = NonNullable<Awaited<ReturnType<typeof lockReported>>>

const EVENTS = { keep: 'REPORTS_KEPT', remove: 'REPORTS_REMOVED', reopen: 'REPORTS_REOPENED' } as const

const keep = async (tx: Db, mediaId: number, { isHidden }: Reported) => {
  const count = await settle(tx, mediaId)
  if (isHidden) await show(tx, mediaId)
  return count
}

const takeBack = async (tx: Db, mediaId: number, { isHidden }: Reported) => {
  const count = await reopenReports(tx, mediaId)
  if (isHidden) await hide(tx, mediaId)
  return count
}

/** Deletes the item, which settles its reports. Restoring the item reopens the reports. */
const remove = async (tx: Db, operator: Operator, { mediaId, neverAgain }: Decided) => {
  const count = await countOpen(tx, mediaId)
  await deleteMediaIn(tx, operator, { mediaId, why: { reports: count }, bar: neverAgain ? 'reported' : undefined })
  return count
}

const block = async (
  tx: Db,
  operator: Operator,
  { mediaId, ownerId: userId }: Reported & Decided,
): Promise<Blocked> => {
  const isNew = await changeBlockIn(tx, operator, { userId, isBlocked: true })
  const reason = `Uploaded media #${mediaId}, which was reported and removed`
  return {
    userId: isNew ? userId : null,
    banId: await banNetworkOfUser(tx, operator, { userId, reason, days: BLOCK_DAYS }),
  }
}

/** An operator's decision can be undone until the next report. */
export const resolveReports = (deps: Pick<Deps, 'db' | 'log'>, decided: Decided, operator: Operator) =>
  withTx(deps, async (tx): Promise<Answer<typeof decideReports>> => {
    const { mediaId, decision } = decided
    if (decision !== 'remove' && decided.block)
      throw new AppError('invalid_request', 'Only a removal can block the uploader.')
    if (decision === 'remove' && decided.neverAgain) await lockTakedownsExclusive(tx)
    const reported = await lockReported(tx, mediaId)
    if (!reported) throw noSuchItem()
    const isDecision = decision !== 'reopen'
    if (reported.isWaiting !== isDecision)
      throw new AppError(
        'conflict',
        isDecision ? 'These reports were already handled.' : 'There is no decision to undo.',
      )
    const decide = {
      keep: () => keep(tx, mediaId, reported),
      remove: () => remove(tx, operator, decided),
      reopen: () => takeBack(tx, mediaId, reported),
    }
    const context = { mediaId, reports: await decide[decision](), isHidden: reported.isHidden }
    await recordOperator(tx, operator, { event: EVENTS[decision], context })
    return { blocked: decided.block ? await block(tx, operator, { ...decided, ...reported }) : null }
  })

export const waitingReports = async ({ db }: Pick<Deps, 'db'>, ids: number[]) => {
  const [reported, reasons] = await Promise.all([listReported(db, ids), listReasons(db, ids)])
  const byItem = Map.groupBy(reasons, ({ mediaId }) => mediaId)
  return new Map(
    reported.map(({ mediaId, ...how }) => {
      const why = (byItem.get(mediaId) ?? []).map(({ reason, count }) => ({ reason, count }))
      return [mediaId, { ...how, reasons: why }]
    }),
  )
}
