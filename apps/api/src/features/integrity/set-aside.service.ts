import { counted } from '@hotvote/shared/counted'
import { countVotesAgain, type SomeVotes, setVotesAside, type VotesMoved } from '@hotvote/shared/integrity'
import { z } from 'zod'
import { recordOperator } from '../../audit/audit-log.ts'
import { type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { networkLabel } from '../../domain/network-label.ts'
import type { OperatorWithPreference } from '../../http/guards.ts'
import type { Runner, Work } from '../../operations/operation-runner.service.ts'
import { answerWith } from '../../operations/operations.service.ts'
import {
  chosenSetAsides,
  closeSetAsides,
  countLockedAgain,
  insertSetAside,
  lockTotals,
  periodOf,
  type SetAsideChoice,
  setAsideLocked,
  type VoteKey,
  votesSetAside,
  votesToSetAside,
} from './set-aside.queries.ts'

type SetAsideDeps = Pick<Deps, 'db' | 'log'>

const KIND = 'set-votes-aside'
/** Votes of one transaction: few enough that nobody's vote waits for it. */
const BATCH = 500
/** Votes that are looked up at once. */
const READ = 20 * BATCH

const inputSchema = z.union([
  z.object({
    setAside: setVotesAside.body,
    period: z.object({ since: z.string().nullable(), until: z.string() }),
    dismisses: z.string().optional(),
  }),
  z.object({ countAgain: countVotesAgain.body }),
])
type Input = z.infer<typeof inputSchema>

/** Where a run goes on: behind the vote `after`, of the set-aside at `index` of those that count again. */
const stateSchema = z.object({
  after: z.object({ userId: z.number(), mediaId: z.number() }).default({ userId: 0, mediaId: 0 }),
  done: z.number().default(0),
  setAsideId: z.number().optional(),
  again: z.object({ ids: z.array(z.number()), index: z.number() }).optional(),
})
type State = z.infer<typeof stateSchema>

/** As an entry of the audit log, which is never deleted, may name it. */
const inAudit = (of: SomeVotes) => ({ ...of, ...(of.network && { network: networkLabel(of.network) }) })

/** Queues the setting aside of what these votes are now: those that are cast meanwhile count. Until it ends the queue leaves their outlier out. */
export const setAside = async (
  deps: SetAsideDeps,
  { dismisses, ...of }: SomeVotes,
  operator: OperatorWithPreference,
) => {
  const period = await periodOf(deps.db, of.days)
  return answerWith<VotesMoved>(deps, {
    kind: KIND,
    operator,
    input: { setAside: of, period, dismisses } satisfies Input,
    before: (tx) => recordOperator(tx, operator, { event: 'VOTES_SET_ASIDE_REQUEST', context: inAudit(of) }),
  })
}

/**
 * Queues the way back.
 * @throws {AppError} `not_found` when nothing was set aside under this id
 */
export const countAgain = (deps: SetAsideDeps, of: SetAsideChoice, operator: OperatorWithPreference) =>
  answerWith<VotesMoved>(deps, {
    kind: KIND,
    operator,
    input: { countAgain: of } satisfies Input,
    before: async (tx) => {
      if (of.kind === 'set_aside' && (await chosenSetAsides(tx, of)).length === 0)
        throw new AppError('not_found', 'These votes were never set aside.')
      await recordOperator(tx, operator, { event: 'VOTES_COUNTED_AGAIN_REQUEST', context: of })
    },
  })

const newSetAside = (of: SomeVotes) => ({
  kind: of.kind,
  userId: of.userId ?? null,
  mediaId: of.mediaId ?? null,
  networkLabel: of.network ? networkLabel(of.network) : null,
})

/** One direction: the next votes, and what a transaction does with a few of them. */
type Direction = {
  next: (state: State) => Promise<VoteKey[]>
  /** Returns the state with its own id, and how many moved. */
  move: (tx: Db, state: State, keys: VoteKey[]) => Promise<State>
}

const step = (
  deps: SetAsideDeps,
  work: Work,
  { move, state, keys }: { move: Direction['move']; state: State; keys: VoteKey[] },
) =>
  withTx(deps, async (tx): Promise<State> => {
    await lockTotals(tx, keys)
    const next = { ...(await move(tx, state, keys)), after: keys.at(-1) ?? state.after }
    await work.save(tx, next)
    return next
  })

/** Batch by batch, each all or nothing, until no vote is left or the work shall end. */
const moveAll = async (deps: SetAsideDeps, work: Work, { direction, from }: { direction: Direction; from: State }) => {
  let state = from
  while (!work.signal.aborted) {
    const keys = await direction.next(state)
    if (keys.length === 0) break
    for (let start = 0; start < keys.length && !work.signal.aborted; start += BATCH) {
      work.report({ done: state.done })
      state = await step(deps, work, { move: direction.move, state, keys: keys.slice(start, start + BATCH) })
    }
  }
  work.report({ done: state.done })
  return state
}

const aside = ({ db }: SetAsideDeps, { setAside: of, period }: Extract<Input, { setAside: unknown }>): Direction => ({
  next: ({ after }) => votesToSetAside(db, { of, period, after, limit: READ }),
  move: async (tx, state, keys) => {
    const setAsideId = state.setAsideId ?? (await insertSetAside(tx, newSetAside(of)))
    return { ...state, setAsideId, done: state.done + (await setAsideLocked(tx, setAsideId, keys)) }
  },
})

const again = ({ db }: SetAsideDeps, setAsideId: number): Direction => ({
  next: ({ after }) => votesSetAside(db, { setAsideId, after, limit: READ }),
  move: async (tx, state, keys) => ({ ...state, done: state.done + (await countLockedAgain(tx, setAsideId, keys)) }),
})

const countAllAgain = async (deps: SetAsideDeps, work: Work, of: SetAsideChoice) => {
  let state = stateSchema.parse(work.state)
  const ids = state.again?.ids ?? (await chosenSetAsides(deps.db, of))
  for (let index = state.again?.index ?? 0; index < ids.length && !work.signal.aborted; index++) {
    // A run that goes on is behind the votes it was at; with the next set-aside it begins anew.
    const after = state.again?.index === index ? state.after : { userId: 0, mediaId: 0 }
    const from = { ...state, after, again: { ids, index } }
    state = await moveAll(deps, work, { direction: again(deps, ids[index] ?? 0), from })
  }
  await closeSetAsides(deps.db, ids)
  return state
}

/** Sets votes aside, or counts them again. */
export const setAsideRunner =
  (deps: SetAsideDeps): Runner =>
  async (work) => {
    const input = inputSchema.parse(work.input)
    if ('countAgain' in input) {
      const { done } = await countAllAgain(deps, work, input.countAgain)
      const result: VotesMoved = {
        message: `${counted(done, 'vote')} ${done === 1 ? 'counts' : 'count'} again`,
        votes: done,
      }
      return {
        result,
        audit: { event: 'VOTES_COUNTED_AGAIN_COMPLETED', context: { ...input.countAgain, votes: done } },
      }
    }
    const state = await moveAll(deps, work, { direction: aside(deps, input), from: stateSchema.parse(work.state) })
    const { done, setAsideId } = state
    const result: VotesMoved = { message: `Set ${counted(done, 'vote')} aside`, votes: done }
    const context = { ...inAudit(input.setAside), setAsideId, votes: done }
    return { result, audit: { event: 'VOTES_SET_ASIDE_COMPLETED', context } }
  }
