import type { Parsed } from '@hotvote/shared/contract'
import type { dismissOutlier } from '@hotvote/shared/integrity'
import { recordOperator } from '../../audit/audit-log.ts'
import { withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { networkLabel } from '../../domain/network-label.ts'
import type { Operator } from '../../http/guards.ts'
import { deleteDismissedKey, insertDismissedKey } from './dismissed-outliers.queries.ts'

/** An entry of the audit log is never deleted, and a key may hold the hash of a network. */
const inAudit = (key: string) => key.replaceAll(/[0-9a-f]{32}/g, networkLabel)

/** Leaves an outlier out of the queue for some days, or lists it again. Nothing happens where it was listed already. */
export const changeDismissal = (
  deps: Pick<Deps, 'db' | 'log'>,
  { key, isDismissed }: Parsed<typeof dismissOutlier, 'body'>,
  operator: Operator,
) =>
  withTx(deps, async (tx): Promise<undefined> => {
    if (isDismissed) await insertDismissedKey(tx, key)
    else if (!(await deleteDismissedKey(tx, key))) return
    const event = isDismissed ? 'OUTLIER_DISMISSED' : 'OUTLIER_LISTED_AGAIN'
    await recordOperator(tx, operator, { event, context: { outlier: inAudit(key) } })
  })
