import type { Deps } from '../../deps.ts'
import { noSuchUser } from '../../domain/errors.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import type { Operator } from '../../platform/http/guards.ts'
import { lockUserForBlock, setBlocked } from './user-page.queries.ts'

type Change = { userId: number; isBlocked: boolean }

/** Blocks or unblocks the user in all their browsers (docs/decisions/032). @returns false if nothing changed */
export const changeBlockIn = async (tx: Db, operator: Operator, { userId, isBlocked }: Change): Promise<boolean> => {
  const user = await lockUserForBlock(tx, userId)
  if (!user) throw noSuchUser()
  if ((user.blockedAt !== null) === isBlocked) return false
  await setBlocked(tx, userId, isBlocked)
  const event = isBlocked ? 'USER_BLOCKED' : 'USER_UNBLOCKED'
  await recordOperator(tx, operator, { event, context: { userId } })
  return true
}

export const changeBlock = (deps: Pick<Deps, 'db' | 'log'>, change: Change, operator: Operator) =>
  withTx(deps, async (tx): Promise<undefined> => {
    await changeBlockIn(tx, operator, change)
  })
