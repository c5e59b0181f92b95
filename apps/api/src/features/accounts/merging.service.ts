import { type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { addKeyedJob } from '../../jobs/queue.ts'
import { endSessionsOf, passBlockOn } from '../sessions/sessions.service.ts'
import { lockAccount } from './accounts.queries.ts'
import {
  isAnonymous,
  lockMerges,
  lockVisitor,
  type Merge,
  moveReports,
  moveUploads,
  recount,
  removeUser,
  withoutLongWaits,
} from './merging.queries.ts'
import {
  countPart,
  deleteOwnRatings,
  endOfBatch,
  lockItemsOf,
  lockOwnRated,
  moveRatings,
  type Part,
  protectItemsOf,
  settleDuplicates,
} from './moving-ratings.queries.ts'

/** Attempts before it is given up. */
const ATTEMPTS = 12
/** Seconds, twice the statement timeout, unless another one was set: a vote that was allowed before the merge has ended by then. */
const CLEANUP_DELAY = 10
/** Rated items of one transaction: few enough that nobody's vote waits for it. */
const BATCH = 500
/** Batches of one call: proxies wait half a minute for an answer, or longer. */
const BATCHES = 40

/** One of the two was deleted while they were merged. The link is still good for what is left of them. */
const wasDeleted = () => new AppError('unavailable', 'This account is being deleted.')

/**
 * Votes, views, undos and deletions go on meanwhile. A vote is inserted before it locks its item, and takes the item before the
 * voter; a deletion takes the item before all of its voters. An undo takes the item before the vote, and the short time that a merge
 * waits for a lock ends it where the two meet. So ratings move first, then their items are locked, then
 * the visitor. Only what arrived until then is moved out of this order.
 */
const movePart = async (tx: Db, part: Part) => {
  await protectItemsOf(tx, part)
  const first = await moveRatings(tx, part)
  await lockItemsOf(tx, part)
  if (!(await lockVisitor(tx, part))) throw wasDeleted()
  const then = await moveRatings(tx, part)
  const gone = await settleDuplicates(tx, part)
  return { moved: { votes: first.votes + then.votes, views: first.views + then.views }, gone }
}

const moveAll = async (tx: Db, merge: Merge) => {
  await movePart(tx, { ...merge, after: 0, through: Number.MAX_SAFE_INTEGER })
  await moveUploads(tx, merge)
  await moveReports(tx, merge)
  await deleteOwnRatings(tx, merge.into)
  if (!(await lockAccount(tx, merge.into))) throw wasDeleted()
  await recount(tx, merge)
  await passBlockOn(tx, merge.into)
  await endSessionsOf(tx, merge.from, merge.into)
  await removeUser(tx, merge)
}

/** Does `work` as the only merge of either, with short waits for locks, again where they were too short. */
const alone = async (tx: Db, merge: Merge, work: () => Promise<void>) => {
  await lockMerges(tx, merge)
  let attempts = 0
  while (!(await withoutLongWaits(tx, work)))
    if (++attempts === ATTEMPTS) throw new AppError('unavailable', 'Too much happens at once.')
}

/** The last item of the batch; undefined when there is none. */
const moveBatch = async (tx: Db, merge: Merge, after: number): Promise<number | undefined> => {
  if (!(await isAnonymous(tx, merge.from))) return
  const through = await endOfBatch(tx, merge, { after, count: BATCH })
  if (through === undefined) return
  await alone(tx, merge, async () => {
    const counts = await movePart(tx, { ...merge, after, through })
    if (!(await lockAccount(tx, merge.into))) throw wasDeleted()
    await countPart(tx, merge, counts)
  })
  return through
}

type Ahead = { mergeOf: (tx: Db) => Promise<Merge | undefined>; disconnected: AbortSignal }

/**
 * Moves ratings ahead of `mergeInto`, so that little is left to it: batch by batch, each committed with every total exact, and as
 * long as there is a merge. False when there is more to move, or nobody who waits for it.
 * @throws {AppError} `unavailable`; what has moved until then stays moved
 */
export const moveAhead = async (deps: Pick<Deps, 'db' | 'log'>, { mergeOf, disconnected }: Ahead) => {
  let after = 0
  for (let batch = 0; batch < BATCHES && !disconnected.aborted; batch++) {
    const through = await withTx(deps, async (tx) => {
      const merge = await mergeOf(tx)
      return merge && moveBatch(tx, merge, after)
    })
    if (through === undefined) return true
    after = through
  }
  return false
}

/**
 * Moves what an anonymous visitor made to a saved account of theirs, and removes the visitor. Of two votes on an item
 * the older stays; votes on what is now their own are dropped. Another saved account is left as it is.
 * @throws {AppError} `unavailable`, which changes nothing
 */
export const mergeInto = async (tx: Db, merge: Merge): Promise<void> => {
  if (!(await isAnonymous(tx, merge.from))) return
  await alone(tx, merge, () => moveAll(tx, merge))
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
