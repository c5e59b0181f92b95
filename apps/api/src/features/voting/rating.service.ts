import { toTally } from '@hotvote/shared/tally'
import type { Tally } from '@hotvote/shared/visitor/rating'
import type { Deps } from '../../deps.ts'
import { AppError, noSuchItem } from '../../domain/errors.ts'
import { type Db, withShortTx, withTx } from '../../platform/db/client.ts'
import { batchCalls } from '../../platform/db/grouped-calls.ts'
import { blocked, noSession, requireSameUser } from '../../platform/http/guards.ts'
import { proofRequired } from '../access/proof.service.ts'
import { recountVotes } from './counted-votes.sql.ts'
import { countRatings } from './rating-counters.sql.ts'
import {
  type Call,
  deleteRecentVote,
  findVote,
  insertViews,
  insertVotes,
  type Locked,
  lockForRating,
  lowerWatermarkBelow,
  type Vote,
} from './votes.queries.ts'

type Caller = { sessionHash: Buffer; userId: number }
type Pair = { userId: number; mediaId: number }
type TxDeps = Pick<Deps, 'db' | 'log'>
type VoteDeps = TxDeps & Pick<Deps, 'config' | 'metrics'>
type RatingDeps = TxDeps & Pick<Deps, 'metrics'>

const pairKey = ({ userId, mediaId }: Pair) => `${userId} ${mediaId}`

const isAllowed = ({ userId }: Call, { sessionUser, isBlocked, ownerId }: Locked) =>
  sessionUser === userId && isBlocked !== null && ownerId !== null && ownerId !== userId

const insertNew = async <C extends Call>(allowed: C[], insert: (calls: C[]) => Promise<Pair[]>): Promise<C[]> => {
  const calls = [...new Map(allowed.toReversed().map((call) => [pairKey(call), call])).values()]
  if (calls.length === 0) return []
  const added = new Set((await insert(calls)).map(pairKey))
  return calls.filter((call) => added.has(pairKey(call)))
}

type Totals = { hotVotes: number; notVotes: number }
const NONE: Totals = { hotVotes: 0, notVotes: 0 }

/** Leaves an item's totals unchanged for set-aside voters, but shows them their vote, so that they don't notice. */
const countVotes = async (tx: Db, votes: Vote[], isSetAside: (vote: Vote) => boolean) => {
  const addTo = ({ hotVotes, notVotes }: Totals, { isHot }: Vote) =>
    isHot ? { hotVotes: hotVotes + 1, notVotes } : { hotVotes, notVotes: notVotes + 1 }
  const items = votes.map((vote) => {
    const { hotVotes: hot, notVotes: not } = isSetAside(vote) ? NONE : addTo(NONE, vote)
    return { mediaId: vote.mediaId, hot, not }
  })
  const visitors = votes.map(({ userId }) => ({ userId, votes: 1 }))
  const totals = new Map((await countRatings(tx, items, visitors)).map((total) => [total.id, total]))
  return new Map(
    votes.map((vote): [Vote, Totals] => {
      const total = totals.get(vote.mediaId) ?? NONE
      return [vote, isSetAside(vote) ? addTo(total, vote) : total]
    }),
  )
}

/** `totals` includes all votes of the group, and is undefined for rejected votes. */
export const castVotes = (deps: TxDeps, votes: Vote[]): Promise<(Locked & { totals: Totals | undefined })[]> =>
  withShortTx(deps, async (tx) => {
    const locked = await lockForRating(tx, votes)
    const allowed = votes.filter((vote, i) => mayVote(vote, locked[i]))
    const added = await insertNew(allowed, (calls) => insertVotes(tx, calls))
    const after = await countVotes(tx, added, (vote) => locked[votes.indexOf(vote)]?.isSetAside === true)
    return votes.flatMap((vote, i) => (locked[i] ? { ...locked[i], totals: after.get(vote) } : []))
  })
const addVote = batchCalls(castVotes)

export const recordViews = (deps: TxDeps, views: Call[]): Promise<Locked[]> =>
  withShortTx(deps, async (tx) => {
    const locked = await lockForRating(tx, views)
    const allowed = views.filter((view, i) => locked[i] && isAllowed(view, locked[i]))
    const added = await insertNew(allowed, (calls) => insertViews(tx, calls))
    const items = added.map(({ mediaId }) => ({ mediaId, views: 1 }))
    const visitors = added.map(({ userId }) => ({ userId, views: 1 }))
    await countRatings(tx, items, visitors)
    return locked
  })
const addView = batchCalls(recordViews)

const mayVote = (vote: Vote, locked: Locked | undefined) =>
  locked && isAllowed(vote, locked) && !locked.isBlocked && !(vote.needsProof && locked.isNew)

const requireAllowed = ({ sessionUser, isBlocked, ownerId }: Locked, { userId }: Caller) => {
  requireSameUser(sessionUser, userId)
  if (isBlocked === null) throw noSession()
  if (ownerId === null) throw noSuchItem()
}

/** See `visitor.md §7`. */
export const saveVote = async (
  deps: VoteDeps,
  caller: Caller,
  { mediaId, isHot, needsProof = false }: { mediaId: number; isHot: boolean; needsProof?: boolean },
): Promise<Tally> => {
  const outcome = await addVote(deps, { ...caller, mediaId, isHot, needsProof })
  requireSameUser(outcome.sessionUser, caller.userId)
  if (outcome.isBlocked) throw blocked()
  requireAllowed(outcome, caller)
  if (outcome.ownerId === caller.userId) throw new AppError('own_media', 'You cannot vote on your own upload.')
  if (needsProof && outcome.isNew) throw await proofRequired(deps, caller.userId)
  if (!outcome.totals) throw new AppError('already_voted', 'You have already voted on this item.')
  deps.metrics.votes.inc({ choice: isHot ? 'hot' : 'not' })
  return toTally(outcome.totals.hotVotes, outcome.totals.notVotes)
}

const voteIsGone = () => new AppError('not_found', 'This vote no longer exists.')

/** See docs/decisions/021. */
export const revertVote = (deps: TxDeps, caller: Caller, mediaId: number): Promise<Tally> =>
  withTx(deps, async (tx) => {
    const pair = { userId: caller.userId, mediaId }
    const [locked] = await lockForRating(tx, [{ ...caller, mediaId }])
    requireSameUser(locked?.sessionUser ?? null, caller.userId)
    if (!locked || locked.ownerId === null) throw voteIsGone()
    const vote = await deleteRecentVote(tx, pair)
    if (!vote && (await findVote(tx, pair))) throw new AppError('too_late', "It's too late to undo this vote.")
    if (!vote) throw voteIsGone()
    if (locked.wasSetAside) await recountVotes(tx, [mediaId])
    const less = locked.wasSetAside ? 0 : -1
    const change = { mediaId, hot: vote.isHot ? less : 0, not: vote.isHot ? 0 : less }
    const [total] = await countRatings(tx, [change], [{ userId: caller.userId, votes: -1 }])
    await lowerWatermarkBelow(tx, pair)
    return toTally(total?.hotVotes ?? 0, total?.notVotes ?? 0)
  })

/** Ignores repeated views and views of the visitor's own items (`visitor.md §4`). */
export const saveView = async (deps: RatingDeps, caller: Caller, mediaId: number): Promise<undefined> => {
  requireAllowed(await addView(deps, { ...caller, mediaId }), caller)
  deps.metrics.views.inc()
}
