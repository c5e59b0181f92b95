import type { Parsed } from '@hotvote/shared/contract'
import type { decideReports } from '@hotvote/shared/reports'
import { recordOperator } from '../../audit/audit-log.ts'
import { type Db, withTx } from '../../db/client.ts'
import { lockTakenDown } from '../../db/taken-down.ts'
import type { Deps } from '../../deps.ts'
import { AppError, noSuchItem } from '../../domain/errors.ts'
import type { Operator } from '../../http/guards.ts'
import { deleteMediaIn } from '../media/media-deletion.service.ts'
import { endCase, lockReported, reasonsOf, reopenReports, reportedOf, settle, show } from './report-review.queries.ts'
import { hide } from './reports.queries.ts'

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

const remove = async (tx: Db, operator: Operator, { mediaId, neverAgain }: Decided) => {
  const count = await endCase(tx, mediaId)
  await deleteMediaIn(tx, operator, { mediaId, why: { reports: count }, bar: neverAgain ? 'reported' : undefined })
  return count
}

/**
 * Decides on the reports of an item, or takes such a decision back as long as nothing new was reported. All of it happens,
 * or nothing.
 * @throws {AppError} `not_found`; `conflict` when somebody else was faster
 */
export const decideReportsOf = (deps: Pick<Deps, 'db' | 'log'>, decided: Decided, operator: Operator) =>
  withTx(deps, async (tx): Promise<undefined> => {
    const { mediaId, decision } = decided
    if (decision === 'remove' && decided.neverAgain) await lockTakenDown(tx)
    const reported = await lockReported(tx, mediaId)
    if (!reported) throw noSuchItem()
    const isDecision = decision !== 'reopen'
    if (reported.isWaiting !== isDecision)
      throw new AppError(
        'conflict',
        isDecision ? 'These reports were decided on meanwhile.' : 'There is no decision to take back.',
      )
    const decide = {
      keep: () => keep(tx, mediaId, reported),
      remove: () => remove(tx, operator, decided),
      reopen: () => takeBack(tx, mediaId, reported),
    }
    const context = { mediaId, reports: await decide[decision](), isHidden: reported.isHidden }
    await recordOperator(tx, operator, { event: EVENTS[decision], context })
  })

/** How these items wait, by their ids, and why. */
export const waitingReports = async ({ db }: Pick<Deps, 'db'>, ids: number[]) => {
  const [reported, reasons] = await Promise.all([reportedOf(db, ids), reasonsOf(db, ids)])
  const byItem = Map.groupBy(reasons, ({ mediaId }) => mediaId)
  return new Map(
    reported.map(({ mediaId, ...how }) => {
      const why = (byItem.get(mediaId) ?? []).map(({ reason, count }) => ({ reason, count }))
      return [mediaId, { ...how, reasons: why }]
    }),
  )
}
