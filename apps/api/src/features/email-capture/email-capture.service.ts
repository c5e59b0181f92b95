import { withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { holdUser, keepEmail } from './email-capture.queries.ts'

/**
 * Keeps the address that a visitor left, once (`visitor.md §7`). It identifies nobody: the visitor's own address is
 * saved by a confirmed link only (docs/decisions/007).
 */
export const keepEmailOf = (deps: Pick<Deps, 'db' | 'log'>, userId: number, email: string): Promise<undefined> =>
  withTx(deps, async (tx) => {
    if (!(await holdUser(tx, userId)))
      throw new AppError('no_session', 'Your session has ended. Please reload the page.')
    await keepEmail(tx, userId, email)
    return undefined
  })
