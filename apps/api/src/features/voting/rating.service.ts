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
  return calls.filter((call) => added.has(pairKey(call))).reverse()
}

type Totals = { hotVotes: number; notVotes: number }

const totalsAfterEach = (votes: Vote[], totals: ({ id: number } & Totals)[]) => {
  const left = new Map(totals.map(({ id, hotVotes, notVotes }) => [id, { hotVotes, notVotes }]))
  const after = new Map<Vote, Totals>()
  for (const vote of votes.toReversed()) {
    const total = left.get(vote.mediaId)
    if (!total) continue
    after.set(vote, { ...total })
    if (vote.isHot) total.hotVotes -= 1
    else total.notVotes -= 1
  }
  return after
}

/** Set-aside voters see totals that include their vote, so they don't notice that it is excluded. */
const totalsWithOwn = (votes: Vote[], totals: ({ id: number } & Totals)[]) =>
  votes.flatMap((vote): [Vote, Totals][] => {
    const total = totals.find(({ id }) => id === vote.mediaId)
    if (!total) return []
    const { hotVotes, notVotes } = total
    return [[vote, vote.isHot ? { hotVotes: hotVotes + 1, notVotes } : { hotVotes, notVotes: notVotes + 1 }]]
  })

/** Leaves the totals unchanged for set-aside voters. Returns the totals that each voter sees. */
const countVotes = async (tx: Db, votes: Vote[], isSetAside: (vote: Vote) => boolean) => {
  const [counted, aside] = [votes.filter((vote) => !isSetAside(vote)), votes.filter(isSetAside)]
  const items = [
    ...counted.map(({ mediaId, isHot }) => ({ mediaId, hot: Number(isHot), not: Number(!isHot) })),
    ...aside.map(({ mediaId }) => ({ mediaId })),
  ]
  const visitors = votes.map(({ userId }) => ({ userId, votes: 1 }))
  const totals = await countRatings(tx, items, visitors)
  return new Map([...totalsAfterEach(counted, totals), ...totalsWithOwn(aside, totals)])
}

/** Has the same effect as casting the votes one by one. `totals` is undefined for rejected votes. */
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
