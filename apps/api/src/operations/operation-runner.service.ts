import { type OperationKind, type Progress, progress as progressSchema } from '@hotvote/shared/operations'
import { recordAudit } from '../audit/audit-log.ts'
import { type Db, forLog, isUnavailable, withTx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { AppError, INTERNAL_TEXT } from '../domain/errors.ts'
import { addKeyedJob, isDue } from '../jobs/queue.ts'
import {
  type Claimed,
  claimOperation,
  type Ending,
  endRun,
  postponeRun,
  recordHeartbeat,
  requeueRun,
  saveState,
  secondsUntilDue,
} from './operations.queries.ts'

/** What a runner is given. It goes on from `state`, which an earlier run may have saved. */
export type Work = {
  id: number
  input: unknown
  state: unknown
  requestId: string | null
  /** Aborted when the work shall end after this step: a stop, the end of the process, or a newer run. */
  signal: AbortSignal
  /** How far it is; written a few times a second at most. */
  report(progress: Partial<Progress>): void
  /** Saves with the transaction that did the step, so that no step is done twice. Throws when a newer run has begun. */
  save(tx: Db, state: object): Promise<void>
}

/** What became of it; the entry of the audit log is written if, and only if, the end is. */
type Outcome = {
  result: object
  isPaused?: boolean
  audit?: Pick<Parameters<typeof recordAudit>[1], 'event' | 'context'>
}

/** Does one kind of work in small steps, and returns what was done when `signal` is aborted. */
export type Runner = (work: Work) => Promise<Outcome>
export type Runners = Record<OperationKind, Runner>

type RunnerDeps = Pick<Deps, 'db' | 'log'>

/** Milliseconds between two heartbeats; each looks for a requested stop, too. */
const HEARTBEAT_INTERVAL = 400
/** Seconds between two checks whether any process is at work on an open operation. */
const WATCH_INTERVAL = 30
/** Runs in a row that may die without saving progress before the operation counts as failed. */
const MAX_RESTARTS = 3
/** The same for runs that an unavailable database or store broke off: with their pauses almost two hours. */
const MAX_SETBACKS = 15

/** A newer run has begun: nothing of this one counts any more. */
class Superseded extends Error {
  constructor() {
    super('A newer run of this work has begun')
  }
}
const STOP = 'stop'
const SHUTDOWN = 'shutdown'
const SUPERSEDED = 'superseded'

/** Writes heartbeat and progress until it is ended, and notices a requested stop. */
const startHeartbeat = ({ db, log }: RunnerDeps, claimed: Claimed, shutdown: AbortSignal) => {
  const ending = new AbortController()
  const abort = (reason: string) => ending.signal.aborted || ending.abort(reason)
  const onShutdown = () => abort(SHUTDOWN)
  let progress = progressSchema.parse(claimed.progress)
  let beating: Promise<unknown> = Promise.resolve()
  let isBeating = false
  const tick = async () => {
    const row = await recordHeartbeat(db, claimed, progress)
    if (!row) abort(SUPERSEDED)
    else if (row.isStopRequested) abort(STOP)
  }
  const timer = setInterval(() => {
    if (isBeating) return
    isBeating = true
    beating = tick()
      .catch((error: Error) => log.warn({ reason: error.name }, 'no sign of life of an operation'))
      .finally(() => {
        isBeating = false
      })
  }, HEARTBEAT_INTERVAL)
  if (claimed.isStopRequested) abort(STOP)
  if (shutdown.aborted) onShutdown()
  shutdown.addEventListener('abort', onShutdown)
  return {
    signal: ending.signal,
    progress: () => progress,
    report: (now: Partial<Progress>) => {
      progress = { ...progress, ...now }
    },
    end: async () => {
      clearInterval(timer)
      shutdown.removeEventListener('abort', onShutdown)
      await beating
    },
  }
}
type Heartbeat = ReturnType<typeof startHeartbeat>

const statusOf = (heartbeat: Heartbeat, { isPaused }: Outcome): Ending['status'] => {
  if (heartbeat.signal.reason === STOP) return 'stopped'
  return isPaused ? 'paused' : 'done'
}

const runKey = (id: number) => `run-operation:${id}`

/** Adds the job that runs a queued operation. */
export const queueRun = (db: Db, id: number) =>
  addKeyedJob(db, { name: 'run-operation', payload: { id }, key: runKey(id) })

/** A process that ends hands its work to the next one; else the end and its audit entry are written together. */
const conclude = (
  deps: RunnerDeps,
  claimed: Claimed,
  { heartbeat, outcome }: { heartbeat: Heartbeat; outcome: Outcome },
) =>
  withTx(deps, async (tx) => {
    const progress = heartbeat.progress()
    if (heartbeat.signal.reason === SHUTDOWN) {
      if (await requeueRun(tx, claimed, progress)) await queueRun(tx, claimed.id)
      return
    }
    const { result, audit } = outcome
    const isOurs = await endRun(tx, claimed, { status: statusOf(heartbeat, outcome), progress, result, error: null })
    if (!isOurs || !audit) return
    const requestId = claimed.requestId ?? ''
    await recordAudit(tx, { ...audit, actor: 'operator', requestId })
  })

const LATE = 'The database did not answer in time, again and again.'

const textOf = (failure: unknown) => {
  if (failure instanceof AppError) return failure.message
  return isUnavailable(failure) ? LATE : INTERNAL_TEXT
}

/** Whether database or store could not answer: not now, which is not never. */
const isSetback = (failure: unknown) =>
  isUnavailable(failure) || (failure instanceof AppError && failure.code === 'unavailable')

/** A setback is retried after a pause. Where even that cannot be written, the run counts as one that died. */
const recordFailure = async (deps: RunnerDeps, claimed: Claimed, failure: unknown) => {
  if (failure instanceof Superseded) return
  const progress = progressSchema.parse(claimed.progress)
  const operation = claimed.kind
  if (isSetback(failure)) {
    deps.log.warn({ operation, reason: textOf(failure) }, 'setback of an operation')
    if (await postponeRun(deps.db, claimed, { progress, most: MAX_SETBACKS })) return
  } else if (!(failure instanceof AppError)) {
    deps.log.error({ operation, ...forLog(failure) }, 'operation failed')
  }
  const status = claimed.isStopRequested ? 'stopped' : 'failed'
  const error = status === 'failed' ? textOf(failure) : null
  await endRun(deps.db, claimed, { status, progress, result: null, error })
}

const run = async (
  deps: RunnerDeps,
  claimed: Claimed,
  { runner, shutdown }: { runner: Runner; shutdown: AbortSignal },
) => {
  const heartbeat = startHeartbeat(deps, claimed, shutdown)
  try {
    const outcome = await runner({
      id: claimed.id,
      input: claimed.input,
      state: claimed.state,
      requestId: claimed.requestId,
      signal: heartbeat.signal,
      report: heartbeat.report,
      save: async (tx, state) => {
        if (!(await saveState(tx, claimed, state))) throw new Superseded()
      },
    }).finally(heartbeat.end)
    await conclude(deps, claimed, { heartbeat, outcome })
  } catch (failure) {
    const isStopRequested = heartbeat.signal.reason === STOP
    await recordFailure(deps, { ...claimed, isStopRequested, progress: heartbeat.progress() }, failure)
  }
}

/**
 * Runs queued work, or goes on with what a process left that died; after the third death in a row it counts as failed.
 * Throws when the outcome cannot be written: the queue tries again.
 */
export const runOperation = async (
  deps: RunnerDeps,
  id: number,
  { runners, shutdown }: { runners: Runners; shutdown: AbortSignal },
) => {
  const claimed = await claimOperation(deps.db, id)
  if (!claimed) return
  if (claimed.restarts > MAX_RESTARTS)
    return recordFailure(deps, claimed, new AppError('internal', 'This work broke off several times.'))
  await run(deps, claimed, { runner: runners[claimed.kind], shutdown })
}

/**
 * Adds the job that restarts an operation which no process is at work on: its process died, its job is gone, or it had
 * a setback.
 */
export const queueWatch = (db: Db, id: number, delay = WATCH_INTERVAL) =>
  addKeyedJob(db, { name: 'watch-operation', payload: { id }, key: `watch-operation:${id}`, delay })

/** Checks an operation, and again later as long as it is open. */
export const watchOperation = (deps: RunnerDeps, id: number) =>
  withTx(deps, async (tx) => {
    const seconds = await secondsUntilDue(tx, id)
    if (seconds === undefined) return
    if (seconds <= 0 && !(await isDue(tx, runKey(id)))) await queueRun(tx, id)
    await queueWatch(tx, id, seconds > 0 ? Math.min(seconds, WATCH_INTERVAL) : WATCH_INTERVAL)
  })

/** Runs work that was just queued in this process; when the process ends, another one takes it up. Never throws. */
export const runOperationHere = async (deps: RunnerDeps, id: number, runner: Runner) => {
  try {
    const claimed = await claimOperation(deps.db, id)
    if (claimed) await run(deps, claimed, { runner, shutdown: new AbortController().signal })
  } catch (failure) {
    deps.log.error(forLog(failure), 'operation in this process')
  }
}
