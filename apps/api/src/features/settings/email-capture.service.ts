import type { Deps } from '../../deps.ts'
import { withTx } from '../../platform/db/client.ts'
import { noSession } from '../../platform/http/guards.ts'
import { insertEmail, lockPresentUser } from './email-capture.queries.ts'

/** Stores an address once (`visitor.md §7`); it does not identify the visitor (docs/decisions/007). */
export const storeEmail = (deps: Pick<Deps, 'db' | 'log'>, userId: number, email: string): Promise<undefined> =>
  withTx(deps, async (tx) => {
    if (!(await lockPresentUser(tx, userId))) throw noSession()
    await insertEmail(tx, userId, email)
    return undefined
  })
