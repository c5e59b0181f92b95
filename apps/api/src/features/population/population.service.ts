import { randomInt, randomUUID } from 'node:crypto'
import { count } from '@hotvote/shared/counted'
import { POPULATION, type PopulationResult } from '@hotvote/shared/operator/votes'
import { toTally } from '@hotvote/shared/tally'
import { and, asc, eq, gte, inArray, isNotNull, isNull, notInArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { onlyRow } from '../../platform/db/aggregates.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import { media, users, votes } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Operator, OperatorWithPreference } from '../../platform/http/guards.ts'
import type { Runner, Work } from '../../platform/operations/operation-runner.service.ts'
import { answerWith } from '../../platform/operations/operations.service.ts'

const isVisible = isNotNull(media.position)

const itemFrom = async (db: Db, id: number): Promise<number | undefined> => {
  const [row] = await db.orm
    .select({ id: media.id })
    .from(media)
    .where(and(gte(media.id, id), isVisible))
    .orderBy(asc(media.id))
    .limit(1)
    .for('no key update')
    .prepare('population_item')
    .execute()
  return row?.id
}

const itemsFrom = (db: Db, id: number) => db.orm.$count(media, and(gte(media.id, id), isVisible))

/** Locks the first synthetic users whose votes are counted and who haven't voted on the item. */
const idleVoters = async (db: Db, mediaId: number, count: number): Promise<number[]> => {
  const synthetic = db.orm.select({ id: users.id }).from(users).where(eq(users.isSynthetic, true))
  const isTheirs = and(eq(votes.mediaId, mediaId), inArray(votes.userId, synthetic))
  const voted = db.orm.select({ id: votes.userId }).from(votes).where(isTheirs)
  const rows = await db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(users.isSynthetic, eq(users.isSetAside, false), isNull(users.deletedAt), notInArray(users.id, voted)))
    .orderBy(asc(users.id))
    .limit(count)
    .for('no key update', { skipLocked: true })
    .prepare('population_idle_voters')
    .execute()
  return rows.map(({ id }) => id)
}

const createVoters = async (db: Db, count: number): Promise<number[]> => {
  const made = Array.from({ length: count }, () => ({
    username: `Voter-${randomUUID().replaceAll('-', '')}`,
    isSynthetic: true,
  }))
  const rows = await db.orm.insert(users).values(made).returning({ id: users.id })
  return rows.map(({ id }) => id)
}

const INSERT_VOTES = statement({
  name: 'population_votes',
  row: { count: z.number() },
  text: `
WITH made AS (
  INSERT INTO votes (user_id, media_id, is_hot)
  SELECT voter, $1, place <= $3 FROM unnest($2::bigint[]) WITH ORDINALITY AS each(voter, place)
  ON CONFLICT DO NOTHING RETURNING user_id, is_hot),
total AS (
  UPDATE media SET hot_votes = hot_votes + sum.hot, not_votes = not_votes + sum.all - sum.hot
  FROM (SELECT count(*) AS all, count(*) FILTER (WHERE is_hot) AS hot FROM made) sum WHERE media.id = $1),
counters AS (UPDATE users SET votes_cast = votes_cast + 1 FROM made WHERE users.id = made.user_id)
SELECT count(*) AS count FROM made`,
})

type Votes = { mediaId: number; voters: number[]; hot: number }

/** The first `hot` voters vote Hot, the others Not. Returns the number of inserted votes. */
const insertSyntheticVotes = async (db: Db, { mediaId, voters, hot }: Votes): Promise<number> =>
  onlyRow(await db.query(INSERT_VOTES, [mediaId, voters, hot])).count

const LOCK_USERS = statement({ name: 'lock_users', text: 'LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE' })
const RESTART_USER_IDS = statement({
  name: 'restart_user_ids',
  row: { next: z.number() },
  text: `
SELECT setval(
  pg_get_serial_sequence('users', 'id'),
  greatest((SELECT coalesce(max(id), 0) + 1 FROM users), (SELECT last_value + is_called::int FROM users_id_seq)),
  false) AS next`,
})

/** Returns the next free id. The lock keeps other transactions from adding users during the search. */
const restartUserIds = async (db: Db): Promise<number> => {
  await db.query(LOCK_USERS)
  return onlyRow(await db.query(RESTART_USER_IDS)).next
}

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
  /** The current call, which pauses as soon as `votes` reaches `pauseAt`. */
  call: z.object({ requestId: z.string().nullable(), pauseAt: z.number() }).optional(),
})
type State = z.infer<typeof stateSchema>

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

/** Plans between 70 and 100 % Hot votes (`admin.md §9`). */
const plan = ({ minVotes, maxVotes }: Range) => {
  const left = randomInt(minVotes, maxVotes + 1)
  const least = Math.ceil(left * POPULATION.leastHot)
  return { left, hotLeft: randomInt(least, Math.floor(left * POPULATION.mostHot) + 1) }
}

const itemToDo = async (tx: Db, { item, after }: State, wanted: Range): Promise<State['item']> => {
  const id = await itemFrom(tx, item?.id ?? after + 1)
  if (id === undefined) return undefined
  return id === item?.id ? item : { id, ...plan(wanted) }
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

/** A call that another process resumes keeps its limit. Each new call adds 500 votes. */
const describeCall = ({ call, votes }: State, { requestId }: Work) =>
  call?.requestId === requestId ? call : { requestId, pauseAt: votes + POPULATION.perCall }

/** Also counts processed items that have since been deleted. */
const countTotal = async (db: Db, { processed, item, after }: State) =>
  processed + (await itemsFrom(db, item?.id ?? after + 1))

/** Adds up to `most` votes to one item. Returns undefined after the last item. */
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

/** Raises the user id sequence to the highest id, but never lowers it. */
export const fixSequence = (deps: PopulationDeps, operator: Operator) =>
  withTx(deps, async (tx) => {
    const nextUserId = await restartUserIds(tx)
    await recordOperator(tx, operator, { event: 'USER_SEQUENCE_FIXED', context: { nextUserId } })
    return { success: true, nextUserId }
  })
