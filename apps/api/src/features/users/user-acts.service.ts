import type { Deps } from '../../deps.ts'
import { noSuchUser } from '../../domain/errors.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { withTx } from '../../platform/db/client.ts'
import type { Operator } from '../../platform/http/guards.ts'
import { rename } from '../accounts/profiles.service.ts'
import { passBlockOn } from '../accounts/sessions.service.ts'
import { isUser, lockUserForBlock, setBlocked } from './user-page.queries.ts'

type ActDeps = Pick<Deps, 'db' | 'log' | 'brands'>

/** @throws {AppError} `not_found` when there is no such user */
export const expectUser = async ({ db }: Pick<Deps, 'db'>, userId: number) => {
  if (!(await isUser(db, userId))) throw noSuchUser()
}

export const renameByOperator = (
  deps: ActDeps,
  { userId, username }: { userId: number; username: string },
  operator: Operator,
): Promise<undefined> =>
  withTx(deps, async (tx) => {
    if (!(await rename({ db: tx, brands: deps.brands }, userId, username))) throw noSuchUser()
    await recordOperator(tx, operator, { event: 'USER_RENAMED', context: { userId } })
    return undefined
  })

/** Applies to all browsers of the user (docs/decisions/032). */
export const changeBlock = (
  deps: ActDeps,
  { userId, isBlocked }: { userId: number; isBlocked: boolean },
  operator: Operator,
): Promise<undefined> =>
  withTx(deps, async (tx) => {
    const user = await lockUserForBlock(tx, userId)
    if (!user) throw noSuchUser()
    if ((user.blockedAt !== null) === isBlocked) return undefined
    await setBlocked(tx, userId, isBlocked)
    await passBlockOn(tx, userId)
    const event = isBlocked ? 'USER_BLOCKED' : 'USER_UNBLOCKED'
    await recordOperator(tx, operator, { event, context: { userId } })
    return undefined
  })
