import { type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { addKeyedJob } from '../../jobs/queue.ts'
import { endSessionsOf } from '../sessions/exchange-codes.service.ts'
import { passBlockOn } from '../sessions/sessions.service.ts'
import { lockAccount } from './accounts.queries.ts'
import {
  deleteOwnRatings,
  isAnonymous,
  lockItemsOf,
  lockMerges,
  lockOwnRated,
  lockVisitor,
  type Merge,
  moveRatings,
  moveReports,
  moveUploads,
  protectItemsOf,
  recount,
  removeUser,
  settleDuplicates,
  withoutLongWaits,
} from './merging.queries.ts'

/** Attempts before it is given up. */
const ATTEMPTS = 12
/** Seconds, twice the statement timeout: a vote that was allowed before the merge has ended by then. */
const CLEANUP_DELAY = 10

/** One of the two was deleted while they were merged. The link is still good for what is left of them. */
const wasDeleted = () => new AppError('unavailable', 'This account is being deleted.')

/**
 * Votes, views, undos and deletions go on meanwhile. A vote is inserted before it locks its item, and takes the item before the
 * voter; a deletion takes the item before all of its voters. An undo takes the item before the vote, and the short time that a merge
 * waits for a lock ends it where the two meet. So ratings move first, then their items are locked, then
 * the visitor. Only what arrived until then is moved out of this order.
 */
const moveAll = async (tx: Db, merge: Merge) => {
  await protectItemsOf(tx, merge)
  await moveRatings(tx, merge)
  await lockItemsOf(tx, merge)
  if (!(await lockVisitor(tx, merge))) throw wasDeleted()
  await moveRatings(tx, merge)
  await settleDuplicates(tx, merge)
  await moveUploads(tx, merge)
  await moveReports(tx, merge)
  await deleteOwnRatings(tx, merge.into)
  if (!(await lockAccount(tx, merge.into))) throw wasDeleted()
  await recount(tx, merge)
  await passBlockOn(tx, merge.into)
  await endSessionsOf(tx, merge.from, merge.into)
  await removeUser(tx, merge)
}

/**
 * Moves what an anonymous visitor made to a saved account of theirs, and removes the visitor. Of two votes on an item
 * the older stays; votes on what is now their own are dropped. Another saved account is left as it is.
 * @throws {AppError} `unavailable`, which changes nothing
 */
export const mergeInto = async (tx: Db, merge: Merge): Promise<void> => {
  if (!(await isAnonymous(tx, merge.from))) return
  await lockMerges(tx, merge)
  let attempts = 0
  while (!(await withoutLongWaits(tx, () => moveAll(tx, merge))))
    if (++attempts === ATTEMPTS) throw new AppError('unavailable', 'Too much happens at once.')
  const { into: userId } = merge
  await addKeyedJob(tx, {
    name: 'drop-own-ratings',
    payload: { userId },
    key: `drop-own-ratings:${userId}`,
    delay: CLEANUP_DELAY,
  })
}

/**
 * Drops what a user voted and viewed of their own uploads: the account may have been rating an upload of the visitor in
 * the very moment of the merge that made it its own.
 */
export const dropOwnRatings = (deps: Pick<Deps, 'db' | 'log'>, userId: number) =>
  withTx(deps, async (tx) => {
    await lockOwnRated(tx, userId)
    await deleteOwnRatings(tx, userId)
  })
