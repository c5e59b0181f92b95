import { allowLongStatements, type Db } from '../../db/client.ts'
import { AppError } from '../../domain/errors.ts'
import { endSessionsOf, passBlockOn } from '../sessions/sessions.service.ts'
import { lockAccount } from './accounts.queries.ts'
import {
  isAnonymous,
  leaveBehind,
  lockBoth,
  type Merge,
  moveReports,
  moveUploads,
  removeUser,
  takeOver,
} from './merging.queries.ts'
import { deleteOwnRatings, lockChangedItems, MERGE_TIMEOUT, moveRatings } from './moving-ratings.queries.ts'

const wasDeleted = () => new AppError('unavailable', 'This account is being deleted.')

/**
 * Moves an anonymous visitor's uploads and newest ratings to a saved account of theirs (docs/decisions/007). Another saved
 * account is left as it is. True unless older ratings stay with the visitor; otherwise the visitor is removed.
 * @throws {AppError} `unavailable`, which changes nothing
 */
export const mergeInto = async (tx: Db, merge: Merge): Promise<boolean> => {
  if (!(await isAnonymous(tx, merge.from))) return true
  await allowLongStatements(tx, MERGE_TIMEOUT)
  await lockChangedItems(tx, merge)
  if (!(await lockBoth(tx, merge)) || !(await lockAccount(tx, merge.into))) throw wasDeleted()
  const isWhole = await moveRatings(tx, merge)
  await moveUploads(tx, merge)
  await moveReports(tx, merge)
  await deleteOwnRatings(tx, merge.into)
  await takeOver(tx, merge, isWhole)
  await passBlockOn(tx, merge.into)
  await endSessionsOf(tx, merge.from, merge.into)
  await (isWhole ? removeUser(tx, merge) : leaveBehind(tx, merge))
  return isWhole
}
