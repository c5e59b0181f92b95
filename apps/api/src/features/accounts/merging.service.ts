import type { Db } from '../../db/client.ts'
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
} from './merging.queries.ts'

/**
 * Moves what an anonymous visitor made to a saved account of theirs, and removes the visitor. Of two votes on an item
 * the older stays; votes on what is now their own are dropped. Another saved account is left as it is.
 *
 * Votes, views and deletions go on meanwhile. They take an item before its voters, and a vote is inserted before it
 * locks its item: so ratings move first, then items are locked, then the visitor, then the account. The visitor being
 * locked, nothing of theirs arrives any more, and what arrived since the first move is moved too.
 */
export const mergeInto = async (tx: Db, merge: Merge): Promise<void> => {
  if (!(await isAnonymous(tx, merge.from))) return
  await queueMerges(tx, merge)
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
