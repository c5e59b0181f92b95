import { type OperationKind, type Progress, progress as progressSchema } from '@hotvote/shared/operator/operations'
import type { Deps } from '../../deps.ts'
import { AppError, INTERNAL_TEXT } from '../../domain/errors.ts'
import { recordAudit } from '../audit/audit-log.ts'
import { type Db, forLog, isUnavailable, withTx } from '../db/client.ts'
import { addKeyedJob } from '../jobs/queue.ts'
import { removeJob } from '../jobs/queue-tables.ts'
import { repeat } from '../jobs/repeat.ts'
import {
  type Claimed,
  claimOperation,
  currentRun,
  type Ending,
  endRun,
  postponeRun,
  readOperation,
  recordProgress,
  requeueRun,
  saveState,
} from './operations.queries.ts'

/** Passed to a runner, which resumes from the checkpoint in `state`. */
export type Work = {
  id: number
  input: unknown
  state: unknown
  requestId: string | null
  /** Name of the operator. */
  operator: string | null
  /** Aborts on a stop, a shutdown or a newer run. The runner then finishes only its current step. */
  signal: AbortSignal
  report(progress: Partial<Progress>): void
  /** Saves a checkpoint in the step's transaction, so no step is repeated. Throws if a newer run has begun. */
  save(tx: Db, state: object): Promise<void>
}

/** The audit entry is written in the transaction that ends the operation. */
type Outcome = {
  /** Null if the operation changed nothing. */
  result: object | null
  isPaused?: boolean
  audit?: Pick<Parameters<typeof recordAudit>[1], 'event' | 'context'>
}

/** Works in small steps until `signal` aborts. If `signal` has already aborted, returns only earlier results. */
export type Runner = (work: Work) => Promise<Outcome>
export type Runners = Record<OperationKind, Runner>

type RunnerDeps = Pick<Deps, 'db' | 'log'>

/** Consecutive crashes without progress before the operation fails. */
const MAX_RESTARTS = 3
/** Interruptions by the database or storage before the operation fails, almost two hours with backoff. */
const MAX_SETBACKS = 15

/** Milliseconds between progress updates, which also check for a stop request. */
const INTERVAL = 400

const STOP = 'stop'
const SUPERSEDED = 'superseded'

const startRunHeartbeat = ({ db, log }: Pick<Deps, 'db' | 'log'>, claimed: Claimed, shutdown: AbortSignal) => {
  const ending = new AbortController()
  let progress = progressSchema.parse(claimed.progress)
  const beat = async () => {
    const row = await recordProgress(db, claimed, progress)
    if (!row) ending.abort(SUPERSEDED)
    else if (row.isStopRequested) ending.abort(STOP)
  }
  if (claimed.isStopRequested) ending.abort(STOP)
  const signal = AbortSignal.any([ending.signal, shutdown])
  const lost = (error: Error) => log.warn({ reason: error.name }, 'could not save the progress of an operation')
  return {
    signal,
    isShutdown: () => shutdown.aborted && signal.reason === shutdown.reason,
    progress: () => progress,
    report: (now: Partial<Progress>) => {
      progress = { ...progress, ...now }
    },
    end: repeat(INTERVAL, () => beat().catch(lost)),
  }
}
type Heartbeat = ReturnType<typeof startRunHeartbeat>

/** Thrown when a newer run has begun, so this run stops writing. */
class Superseded extends Error {
  constructor() {
    super('A newer run of this work has begun')
  }
}
const FAILED = 'failed'
const NOTHING: Outcome = { result: null }

const toStatus = (heartbeat: Heartbeat, { isPaused }: Outcome): Ending['status'] => {
  if (heartbeat.signal.reason === STOP) return 'stopped'
  return isPaused ? 'paused' : 'done'
}

const runKey = (id: number) => `run-operation:${id}`

/** `delay` is in seconds. */
export const queueRun = (db: Db, id: number, delay = 0) =>
  addKeyedJob(db, { name: 'run-operation', payload: { id }, key: runKey(id), delay })

/** Backoff in seconds, doubling from 30 up to 600. */
const pauseAfter = (setbacks: number) => Math.min(30 * 2 ** (setbacks - 1), 600)

/** Requeues the operation. Returns false after too many setbacks. */
const waitForNextRun = (deps: RunnerDeps, claimed: Claimed, progress: Progress) =>
  withTx(deps, async (tx) => {
    const setbacks = await postponeRun(tx, claimed, { progress, most: MAX_SETBACKS })
    if (setbacks !== undefined) await queueRun(tx, claimed.id, pauseAfter(setbacks))
    return setbacks !== undefined
  })

type End = Omit<Ending, 'result'> & { done: Outcome }

const writeEnd = (deps: RunnerDeps, claimed: Claimed, { done: { result, audit }, ...ending }: End) =>
  withTx(deps, async (tx) => {
    if (!(await endRun(tx, claimed, { ...ending, result }))) return
    await removeJob(tx, 'run-operation', runKey(claimed.id))
    const { operator, requestId } = claimed
    const entry = { actor: 'operator', operator, requestId } as const
    const context = { kind: claimed.kind, operationId: claimed.id }
    if (ending.status === 'failed') await recordAudit(tx, { ...entry, event: 'OPERATION_FAILED', context })
    if (audit) await recordAudit(tx, { ...entry, ...audit })
  })

/** Requeues the operation for another process on shutdown. Otherwise, records the outcome. */
const conclude = async (
  deps: RunnerDeps,
  claimed: Claimed,
  { heartbeat, outcome }: { heartbeat: Heartbeat; outcome: Outcome },
) => {
  const progress = heartbeat.progress()
  if (!heartbeat.isShutdown())
    return writeEnd(deps, claimed, { status: toStatus(heartbeat, outcome), progress, error: null, done: outcome })
  await withTx(deps, async (tx) => {
    if (await requeueRun(tx, claimed, progress)) await queueRun(tx, claimed.id)
  })
}

const LATE = 'The database did not answer in time, again and again.'

const describeFailure = (failure: unknown) => {
  if (failure instanceof AppError) return failure.message
  return isUnavailable(failure) ? LATE : INTERNAL_TEXT
}

const isSetback = (failure: unknown) =>
  isUnavailable(failure) || (failure instanceof AppError && failure.code === 'unavailable')

const toWork = (claimed: Claimed, { signal, report }: Heartbeat): Work => ({
  id: claimed.id,
  input: claimed.input,
  state: claimed.state,
  requestId: claimed.requestId,
  operator: claimed.operator,
  signal,
  report,
  save: async (tx, state) => {
    if (!(await saveState(tx, claimed, state))) throw new Superseded()
  },
})

type Run = { runner: Runner; heartbeat: Heartbeat }

const isUntouched = ({ state }: Pick<Claimed, 'state'>) => Object.keys(state as object).length === 0

/** Returns the results that a failed operation had produced before the failure. */
const readPartialResult = async (deps: RunnerDeps, left: Claimed, { runner, heartbeat }: Run) => {
  if (isUntouched(left)) return NOTHING
  try {
    return await runner({ ...toWork(left, heartbeat), signal: AbortSignal.abort(FAILED) })
  } catch (failure) {
    if (isSetback(failure)) throw failure
    deps.log.error({ operation: left.kind, ...forLog(failure) }, 'the result of an operation could not be read')
    return NOTHING
  }
}

/** If even queueing the retry fails, the run counts as crashed. */
const recordFailure = async (deps: RunnerDeps, claimed: Claimed, { failure, ...run }: Run & { failure: unknown }) => {
  if (failure instanceof Superseded) return
  const operation = claimed.kind
  const progress = () => run.heartbeat.progress()
  if (isSetback(failure)) {
    deps.log.warn({ operation, reason: describeFailure(failure) }, 'operation interrupted; it will be retried')
    if (await waitForNextRun(deps, claimed, progress())) return
  } else if (!(failure instanceof AppError)) {
    deps.log.error({ operation, ...forLog(failure) }, 'operation failed')
  }
  const left = await currentRun(deps.db, claimed)
  if (!left) return
  const done = await readPartialResult(deps, left, run)
  const [status, error] = left.isStopRequested
    ? (['stopped', null] as const)
    : (['failed', describeFailure(failure)] as const)
  await writeEnd(deps, claimed, { status, error, progress: progress(), done })
}

const runToOutcome = async (claimed: Claimed, { runner, heartbeat }: Run): Promise<Outcome> => {
  if (claimed.restarts > MAX_RESTARTS) throw new AppError('internal', 'This work broke off several times.')
  if (claimed.isStopRequested && isUntouched(claimed)) return NOTHING
  return runner(toWork(claimed, heartbeat))
}

/** Runs an operation, and fails it after three crashes in a row. */
const run = async (
  deps: RunnerDeps,
  claimed: Claimed,
  { runner, shutdown }: { runner: Runner; shutdown: AbortSignal },
) => {
  const heartbeat = startRunHeartbeat(deps, claimed, shutdown)
  try {
    const outcome = await runToOutcome(claimed, { runner, heartbeat }).finally(heartbeat.end)
    await conclude(deps, claimed, { heartbeat, outcome })
  } catch (failure) {
    await recordFailure(deps, claimed, { runner, heartbeat, failure })
  }
}

/** Also resumes operations of dead processes. @throws if the outcome cannot be saved, so the queue retries */
export const runOperation = async (
  deps: RunnerDeps,
  id: number,
  { runners, shutdown }: { runners: Partial<Runners>; shutdown: AbortSignal },
) => {
  const { kind } = (await readOperation(deps.db, id)) ?? {}
  const runner = kind && runners[kind]
  const claimed = runner && (await claimOperation(deps.db, id))
  if (claimed) await run(deps, claimed, { runner, shutdown })
}
