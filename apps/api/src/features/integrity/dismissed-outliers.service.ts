import { recordOperator } from '../../audit/audit-log.ts'
import { withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { Operator } from '../../http/guards.ts'
import { deleteDismissedKey, insertDismissedKey } from './dismissed-outliers.queries.ts'
import { networkLabel } from './network-label.ts'

/** An entry of the audit log is never deleted, and a key may hold the hash of a network. */
const inAudit = (key: string) => key.replaceAll(/[0-9a-f]{32}/g, networkLabel)

/** Leaves an outlier out of the queue for some days, or lists it again. Nothing happens where it was listed already. */
export const changeDismissal = (
  deps: Pick<Deps, 'db' | 'log'>,
  { key, isDismissed }: { key: string; isDismissed: boolean },
  operator: Operator,
): Promise<undefined> =>
  withTx(deps, async (tx) => {
    if (isDismissed) await insertDismissedKey(tx, key)
    else if (!(await deleteDismissedKey(tx, key))) return undefined
    const event = isDismissed ? 'OUTLIER_DISMISSED' : 'OUTLIER_LISTED_AGAIN'
    await recordOperator(tx, operator, { event, context: { outlier: inAudit(key) } })
    return undefined
  })
