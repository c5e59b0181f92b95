import { randomInt } from 'node:crypto'
import { count } from '@hotvote/shared/counted'
import { POPULATION, type PopulationResult } from '@hotvote/shared/operator/population'
import { toTally } from '@hotvote/shared/tally'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import type { Operator, OperatorWithPreference } from '../../platform/http/guards.ts'
import type { Runner, Work } from '../../platform/operations/operation-runner.service.ts'
import { answerWith } from '../../platform/operations/operations.service.ts'
import {
  createVoters,
  idleVoters,
  insertSyntheticVotes,
  itemsFrom,
  lockVisible,
  nextItem,
  restartUserIds,
} from './population.queries.ts'

type PopulationDeps = Pick<Deps, 'db' | 'log'>

const rangeSchema = z.object({ minVotes: z.number(), maxVotes: z.number() })
type Range = z.infer<typeof rangeSchema>
type PopulationRequest = Range & { continues?: number | undefined }

const stateSchema = z.object({
  range: rangeSchema.optional(),
  after: z.number().default(0),
  item: z.object({ id: z.number(), left: z.number(), hotLeft: z.number() }).optional(),
  processed: z.number().default(0),
  votes: z.number().default(0),
  hot: z.number().default(0),
  usersCreated: z.number().default(0),
  voters: z.object({ first: z.number(), last: z.number() }).optional(),
  /** The current call, and the vote count at which any process pauses. */
  call: z.object({ requestId: z.string().nullable(), pauseAt: z.number() }).optional(),
})
type State = z.infer<typeof stateSchema>

/** Starts a run or continues a paused one (`admin.md §4`). */
export const startPopulation = (
  deps: PopulationDeps,
  { continues, ...requested }: PopulationRequest,
  operator: OperatorWithPreference,
) =>
  answerWith<PopulationResult>(deps, {
    kind: 'populate-votes',
    operator,
    input: requested,
    continues,
    before: (tx, input) =>
      recordOperator(tx, operator, { event: 'VOTE_POPULATION_REQUEST', context: rangeSchema.parse(input) }),
  })

/** 70 to 100 % of the votes are Hot (`admin.md §9`). */
const plan = ({ minVotes, maxVotes }: Range) => {
  const left = randomInt(minVotes, maxVotes + 1)
  const least = Math.ceil(left * POPULATION.leastHot)
  return { left, hotLeft: randomInt(least, Math.floor(left * POPULATION.mostHot) + 1) }
}

const itemToDo = async (tx: Db, { item, after }: State, wanted: Range): Promise<State['item']> => {
  if (item && (await lockVisible(tx, item.id))) return item
  const id = await nextItem(tx, item?.id ?? after)
  return id === undefined ? undefined : { id, ...plan(wanted) }
}

const votersFor = async (tx: Db, mediaId: number, count: number) => {
  const idle = await idleVoters(tx, mediaId, count)
  const made = idle.length < count ? await createVoters(tx, count - idle.length) : []
  return { voters: [...idle, ...made].sort((a, b) => a - b), made: made.length }
}

const widened = (known: State['voters'], voters: number[]) => ({
  first: Math.min(known?.first ?? Number.POSITIVE_INFINITY, ...voters),
  last: Math.max(known?.last ?? 0, ...voters),
})

/** A call resumed by another process keeps its limit; each further call adds 500 votes. */
const describeCall = ({ call, votes }: State, { requestId }: Work) =>
  call?.requestId === requestId ? call : { requestId, pauseAt: votes + POPULATION.perCall }

/** Includes finished items that were deleted since. */
const countTotal = async (db: Db, { processed, item, after }: State) =>
  processed + (await itemsFrom(db, item?.id ?? after + 1))

/** Adds up to `most` votes to one item, together with the state; undefined after the last item. */
const step = (
  deps: PopulationDeps,
  work: Work,
  { state, wanted, most }: { state: State; wanted: Range; most: number },
) =>
  withTx(deps, async (tx): Promise<State | undefined> => {
    const item = await itemToDo(tx, state, wanted)
    if (!item) return undefined
    const count = Math.min(item.left, most)
    const hot = Math.round((item.hotLeft * count) / item.left)
    const { voters, made } = await votersFor(tx, item.id, count)
    await insertSyntheticVotes(tx, { mediaId: item.id, voters, hot })
    const left = { id: item.id, left: item.left - count, hotLeft: item.hotLeft - hot }
    const isDone = left.left === 0
    const next: State = {
      ...state,
      range: wanted,
      after: isDone ? item.id : state.after,
      item: isDone ? undefined : left,
      processed: state.processed + Number(isDone),
      votes: state.votes + count,
      hot: state.hot + hot,
      usersCreated: state.usersCreated + made,
      voters: widened(state.voters, voters),
    }
    await work.save(tx, next)
    return next
  })

const toResult = (state: State, { total, isPaused }: { total: number; isPaused: boolean }): PopulationResult => ({
  success: true,
  paused: isPaused,
  message: isPaused
    ? `Paused after ${count(state.votes)} votes on ${count(state.processed)} of ${count(total)} media`
    : `Added ${count(state.votes)} votes to ${count(state.processed)} media`,
  mediaProcessed: state.processed,
  totalMediaCount: total,
  totalVotesInserted: state.votes,
  usersCreated: state.usersCreated,
  overallHotPercentage: toTally(state.hot, state.votes - state.hot).hotPercentage,
  userIdRange: state.voters ? `${state.voters.first}-${state.voters.last}` : '',
})

export const populationRunner =
  (deps: PopulationDeps): Runner =>
  async (work) => {
    const before: State = stateSchema.parse(work.state)
    const call = describeCall(before, work)
    let state: State = { ...before, call }
    const wanted = state.range ?? rangeSchema.parse(work.input)
    let total = await countTotal(deps.db, state)
    while (!work.signal.aborted && state.votes < call.pauseAt) {
      work.report({ done: state.processed, total, counts: { votes: state.votes, usersCreated: state.usersCreated } })
      const next = await step(deps, work, { state, wanted, most: call.pauseAt - state.votes })
      if (!next) break
      state = next
    }
    total = await countTotal(deps.db, state)
    const isPaused = state.processed < total
    work.report({ done: state.processed, total, counts: { votes: state.votes, usersCreated: state.usersCreated } })
    const result = toResult(state, { total, isPaused })
    const { message: _, ...context } = result
    return { result, isPaused, audit: { event: 'VOTE_POPULATION_COMPLETED', context } }
  }

/** Raises the user id sequence to the highest id, never lowers it. */
export const fixSequence = (deps: PopulationDeps, operator: Operator) =>
  withTx(deps, async (tx) => {
    const nextUserId = await restartUserIds(tx)
    await recordOperator(tx, operator, { event: 'USER_SEQUENCE_FIXED', context: { nextUserId } })
    return { success: true, nextUserId }
  })
