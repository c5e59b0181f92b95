import { type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { Operator } from '../../http/guards.ts'
import { recordOperator } from './audit.service.ts'

/**
 * Writes a setting of the operator and its audit entry together. `context` names the setting and what is no secret of
 * it.
 */
export const saveSetting = <Row>(
  deps: Pick<Deps, 'db' | 'log'>,
  who: Operator,
  {
    context,
    write,
  }: { context: { setting: string } & Record<string, unknown>; write: (tx: Db) => Promise<Row | undefined> },
): Promise<Row> =>
  withTx(deps, async (tx) => {
    const row = await write(tx)
    if (row === undefined) throw new Error(`saving ${context.setting} answered without a row`)
    await recordOperator(tx, who, { event: 'SETTINGS_UPDATED', context })
    return row
  })
