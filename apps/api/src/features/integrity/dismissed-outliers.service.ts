import type { Answer, Parsed } from '@hotvote/shared/contract'
import type { dismissOutlier } from '@hotvote/shared/integrity'
import { recordOperator } from '../../audit/audit-log.ts'
import { withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { decidedAnew } from '../../domain/errors.ts'
import { networkLabel } from '../../domain/network-label.ts'
import type { Operator } from '../../http/guards.ts'
import { deleteDismissedKey, insertDismissedKey } from './dismissed-outliers.queries.ts'

/** An entry of the audit log is never deleted, and a key may hold the hash of a network. */
const inAudit = (key: string) => key.replaceAll(/[0-9a-f]{32}/g, networkLabel)

/**
 * Leaves an outlier out of the queue for some days, or lists it again. Nothing happens where it was listed already.
 * @throws {AppError} `conflict` when it was not left out at `decidedAt`, which says which decision to take back
 */
export const changeDismissal = (
  deps: Pick<Deps, 'db' | 'log'>,
  { key, isDismissed, decidedAt: dismissedAt }: Parsed<typeof dismissOutlier, 'body'>,
  operator: Operator,
) =>
  withTx(deps, async (tx): Promise<Answer<typeof dismissOutlier>> => {
    const decidedAt = isDismissed ? await insertDismissedKey(tx, key) : null
    if (!isDismissed && !(await deleteDismissedKey(tx, { key, dismissedAt }))) {
      if (dismissedAt !== undefined) throw decidedAnew()
      return { decidedAt }
    }
    const event = isDismissed ? 'OUTLIER_DISMISSED' : 'OUTLIER_LISTED_AGAIN'
    await recordOperator(tx, operator, { event, context: { outlier: inAudit(key) } })
    return { decidedAt }
  })
