import type { Tally } from '@hotvote/shared/rating'
import { tallyOf } from '@hotvote/shared/tally'
import { constraintOf, type Db, withTx } from '../../db/client.ts'
import { groupedCalls } from '../../db/grouped-calls.ts'
import type { Deps } from '../../deps.ts'
import { AppError, noSuchItem } from '../../domain/errors.ts'
import { blocked, noSession, requireSameUser } from '../../http/guards.ts'
import { deleteVote, lockForUndo } from './undo.queries.ts'
import { insertViews, insertVotes, type Locked, type Outcome } from './votes.queries.ts'

type Caller = { sessionHash: Buffer; userId: number }
type RatingDeps = Pick<Deps, 'db' | 'metrics'>

/** The queue of what nobody else holds. */
const EVERY_ITEM = 0

/** What finds its item or its visitor held by somebody waits for it in the item's own queue, and holds nobody else up. */
const written = <Call extends { mediaId: number }, Row extends { isLeftOut: boolean }>(
  write: (db: Db, calls: Call[], locked: Locked) => Promise<Row[]>,
) => {
  const together = groupedCalls<Call, Row>((db, calls) => write(db, calls, 'leave out'))
  const inTurn = groupedCalls<Call, Row>((db, calls) => write(db, calls, 'wait'))
  return async (db: Db, call: Call): Promise<Row> => {
    const row = await together(db, EVERY_ITEM, call)
    return row.isLeftOut ? inTurn(db, call.mediaId, call) : row
  }
}
const addVote = written(insertVotes)
const addView = written(insertViews)

/** Of what waited, only what belongs to a visitor who was deleted in this instant is still left out. */
const requireItem = ({ ownerId, isLeftOut }: Outcome) => {
  if (ownerId === null) throw noSuchItem()
  if (isLeftOut) throw noSession()
}

/**
 * Counts one vote (`visitor.md §7`).
 * @throws {AppError} `blocked`, `not_found`, `own_media`, or `already_voted`, which changes nothing
 */
export const castVoteOf = async (
  { db, metrics }: RatingDeps,
  caller: Caller,
  { mediaId, isHot }: { mediaId: number; isHot: boolean },
): Promise<Tally> => {
  const outcome = await addVote(db, { ...caller, mediaId, isHot }).catch(asMissing)
  requireSameUser(outcome.sessionUser, caller.userId)
  if (outcome.isBlocked) throw blocked()
  requireItem(outcome)
  if (outcome.ownerId === caller.userId) throw new AppError('own_media', 'You cannot vote on your own upload.')
  if (outcome.hotVotes === null || outcome.notVotes === null)
    throw new AppError('already_voted', 'You have already voted on this item.')
  metrics.votes.inc({ choice: isHot ? 'hot' : 'not' })
  return tallyOf(outcome.hotVotes, outcome.notVotes)
}

/** Once more under the item's lock, where somebody else changed the item in between. */
const deleteExactly = async (deps: Pick<Deps, 'db' | 'log'>, caller: Caller, mediaId: number) => {
  const outcome = await deleteVote(deps.db, caller, mediaId)
  if (!outcome.isStale) return outcome
  return withTx(deps, async (tx) => {
    await lockForUndo(tx, mediaId)
    return deleteVote(tx, caller, mediaId)
  })
}

/**
 * Takes a vote of the caller back (docs/decisions/065).
 * @throws {AppError} `not_found`, or `too_late`, which changes nothing
 */
export const undoVoteOf = async (deps: Pick<Deps, 'db' | 'log'>, caller: Caller, mediaId: number): Promise<Tally> => {
  const { sessionUser, isRecent, hotVotes, notVotes } = await deleteExactly(deps, caller, mediaId)
  requireSameUser(sessionUser, caller.userId)
  if (isRecent === false) throw new AppError('too_late', 'It is too late to take this vote back.')
  if (hotVotes === null || notVotes === null) throw new AppError('not_found', 'This vote is no longer here.')
  return tallyOf(hotVotes, notVotes)
}

/** Counts one view; nothing happens the second time, or on one's own (`visitor.md §4`). */
export const recordViewOf = async (
  { db, metrics }: RatingDeps,
  caller: Caller,
  mediaId: number,
): Promise<undefined> => {
  const outcome = await addView(db, { ...caller, mediaId }).catch(asMissing)
  requireSameUser(outcome.sessionUser, caller.userId)
  requireItem(outcome)
  metrics.views.inc()
}

const OF_ITEM = ['votes_media_id_media_id_fk', 'views_media_id_media_id_fk']
const OF_VISITOR = ['votes_user_id_users_id_fk', 'views_user_id_users_id_fk']
/** The item was deleted, or the visitor purged, between the look-up and the insert. */
const asMissing = (error: unknown): never => {
  const constraint = constraintOf(error) ?? ''
  if (OF_ITEM.includes(constraint)) throw noSuchItem()
  throw OF_VISITOR.includes(constraint) ? noSession() : error
}
