import type { Db } from '../../db/client.ts'
import { AppError } from '../../http/errors.ts'
import { lockAccount } from './accounts.queries.ts'
import {
  dropOwn,
  holdItemsOf,
  isAnonymous,
  lockItemsOf,
  lockVisitor,
  type Merge,
  moveRatings,
  moveUploads,
  queueMerges,
  recount,
  removeUser,
  settleDuplicates,
  withoutLongWaits,
} from './merging.queries.ts'

/** How often others' calls may come in between. */
const ATTEMPTS = 12

/**
 * Votes, views and deletions go on meanwhile. A vote is inserted before it locks its item, and takes the item before the
 * voter; a deletion takes the item before all of its voters. So ratings move first, then their items are locked, then
 * the visitor. Only what arrived until then is moved out of this order.
 */
const moveAll = async (tx: Db, merge: Merge) => {
  await holdItemsOf(tx, merge)
  await moveRatings(tx, merge)
  await lockItemsOf(tx, merge)
  await lockVisitor(tx, merge)
  await moveRatings(tx, merge)
  await settleDuplicates(tx, merge)
  await dropOwn(tx, merge)
  await moveUploads(tx, merge)
  await lockAccount(tx, merge.into)
  await recount(tx, merge)
  await removeUser(tx, merge)
}

/**
 * Moves what an anonymous visitor made to a saved account of theirs, and removes the visitor. Of two votes on an item
 * the older stays; votes on what is now their own are dropped. Another saved account is left as it is.
 * @throws {AppError} `unavailable`, which changes nothing
 */
export const mergeInto = async (tx: Db, merge: Merge): Promise<void> => {
  if (!(await isAnonymous(tx, merge.from))) return
  await queueMerges(tx, merge)
  let attempts = 0
  while (!(await withoutLongWaits(tx, () => moveAll(tx, merge))))
    if (++attempts === ATTEMPTS) throw new AppError('unavailable', 'Too much happens at once.')
}
