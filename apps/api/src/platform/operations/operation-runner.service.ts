import { type OperationKind, type Progress, progress as progressSchema } from '@hotvote/shared/operator/operations'
import type { Deps } from '../../deps.ts'
import { AppError, INTERNAL_TEXT } from '../../domain/errors.ts'
import { recordAudit } from '../audit/audit-log.ts'
import { type Db, forLog, isUnavailable, withTx } from '../db/client.ts'
import { addKeyedJob } from '../jobs/queue.ts'
import { removeJob } from '../jobs/queue-tables.ts'
import {
  type Claimed,
  claimOperation,
  currentRun,
  type Ending,
  endRun,
  operationOfId,
  postponeRun,
  recordProgress,
  requeueRun,
  saveState,
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
  /** Null when nothing was done. */
  result: object | null
  isPaused?: boolean
  audit?: Pick<Parameters<typeof recordAudit>[1], 'event' | 'context'>
}

/** Works in small steps until `signal` is aborted; with an aborted one it only tells what earlier runs did. */
export type Runner = (work: Work) => Promise<Outcome>
export type Runners = Record<OperationKind, Runner>

type RunnerDeps = Pick<Deps, 'db' | 'log'>

/** Runs in a row that may die without saving progress before the operation counts as failed. */
const MAX_RESTARTS = 3
/** The same for runs that an unavailable database or store broke off: with their pauses almost two hours. */
const MAX_SETBACKS = 15

/** Milliseconds between two looks for a requested stop, each of which writes the progress. */
const INTERVAL = 400

/** The reason why a run ends early: it was stopped, its process ends, or a newer run has begun. */
const STOP = 'stop'
const SHUTDOWN = 'shutdown'
const SUPERSEDED = 'superseded'

/** Writes progress until it is ended, and notices a requested stop. */
const startRunHeartbeat = ({ db, log }: Pick<Deps, 'db' | 'log'>, claimed: Claimed, shutdown: AbortSignal) => {
  const ending = new AbortController()
  const abort = (reason: string) => ending.signal.aborted || ending.abort(reason)
  const onShutdown = () => abort(SHUTDOWN)
  let progress = progressSchema.parse(claimed.progress)
  let beating: Promise<unknown> = Promise.resolve()
  let isBeating = false
  const tick = async () => {
    const row = await recordProgress(db, claimed, progress)
    if (!row) return abort(SUPERSEDED)
    if (row.isStopRequested) abort(STOP)
  }
  const timer = setInterval(() => {
    if (isBeating) return
    isBeating = true
    beating = tick()
      .catch((error: Error) => log.warn({ reason: error.name }, 'the progress of an operation was not written'))
      .finally(() => {
        isBeating = false
      })
  }, INTERVAL)
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
type Heartbeat = ReturnType<typeof startRunHeartbeat>

/** A newer run has begun: nothing of this one counts any more. */
class Superseded extends Error {
  constructor() {
    super('A newer run of this work has begun')
  }
}
/** Why nothing more is done of work that failed. */
const FAILED = 'failed'
/** Of work that did nothing. */
const NOTHING: Outcome = { result: null }

const toStatus = (heartbeat: Heartbeat, { isPaused }: Outcome): Ending['status'] => {
  if (heartbeat.signal.reason === STOP) return 'stopped'
  return isPaused ? 'paused' : 'done'
}

const runKey = (id: number) => `run-operation:${id}`

/** Adds the job that runs an operation, or changes its time: `delay` seconds from now. */
export const queueRun = (db: Db, id: number, delay = 0) =>
  addKeyedJob(db, { name: 'run-operation', payload: { id }, key: runKey(id), delay })

/** Seconds from a setback to the next run: 30 at first, each time twice as many, ten minutes at most. */
const pauseAfter = (setbacks: number) => Math.min(30 * 2 ** (setbacks - 1), 600)

/** Queues the next run after a setback; false when there shall be none. */
const waitForNextRun = (deps: RunnerDeps, claimed: Claimed, progress: Progress) =>
  withTx(deps, async (tx) => {
    const setbacks = await postponeRun(tx, claimed, { progress, most: MAX_SETBACKS })
    if (setbacks !== undefined) await queueRun(tx, claimed.id, pauseAfter(setbacks))
    return setbacks !== undefined
  })

type End = Omit<Ending, 'result'> & { done: Outcome }

/** Writes the end and its audit entries together. */
const writeEnd = (deps: RunnerDeps, claimed: Claimed, { done: { result, audit }, ...ending }: End) =>
  withTx(deps, async (tx) => {
    if (!(await endRun(tx, claimed, { ...ending, result }))) return
    await removeJob(tx, 'run-operation', runKey(claimed.id))
    const entry = { actor: 'operator', requestId: claimed.requestId ?? '' } as const
    const context = { kind: claimed.kind, operationId: claimed.id }
    if (ending.status === 'failed') await recordAudit(tx, { ...entry, event: 'OPERATION_FAILED', context })
    if (audit) await recordAudit(tx, { ...entry, ...audit })
  })

/** A process that ends hands its work to the next one; else the end is written. */
const conclude = async (
  deps: RunnerDeps,
  claimed: Claimed,
  { heartbeat, outcome }: { heartbeat: Heartbeat; outcome: Outcome },
) => {
  const progress = heartbeat.progress()
  if (heartbeat.signal.reason !== SHUTDOWN)
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

/** Whether database or store could not answer: not now, which is not never. */
const isSetback = (failure: unknown) =>
  isUnavailable(failure) || (failure instanceof AppError && failure.code === 'unavailable')

const toWork = (claimed: Claimed, { signal, report }: Heartbeat): Work => ({
  id: claimed.id,
  input: claimed.input,
  state: claimed.state,
  requestId: claimed.requestId,
  signal,
  report,
  save: async (tx, state) => {
    if (!(await saveState(tx, claimed, state))) throw new Superseded()
  },
})

type Run = { runner: Runner; heartbeat: Heartbeat }

/** Nothing was done of work that saved nothing. */
const isUntouched = ({ state }: Pick<Claimed, 'state'>) => Object.keys(state as object).length === 0

/** Tells what runs did until the last one failed, as they saved it. After a setback the queue tries again. */
const doneBefore = async (deps: RunnerDeps, left: Claimed, { runner, heartbeat }: Run) => {
  if (isUntouched(left)) return NOTHING
  try {
    return await runner({ ...toWork(left, heartbeat), signal: AbortSignal.abort(FAILED) })
  } catch (failure) {
    if (isSetback(failure)) throw failure
    deps.log.error({ operation: left.kind, ...forLog(failure) }, 'what an operation did cannot be told')
    return NOTHING
  }
}

/** A setback is retried after a pause. Where even that cannot be written, the run counts as one that died. */
const recordFailure = async (deps: RunnerDeps, claimed: Claimed, { failure, ...run }: Run & { failure: unknown }) => {
  if (failure instanceof Superseded) return
  const operation = claimed.kind
  const progress = () => run.heartbeat.progress()
  if (isSetback(failure)) {
    deps.log.warn({ operation, reason: describeFailure(failure) }, 'setback of an operation')
    if (await waitForNextRun(deps, claimed, progress())) return
  } else if (!(failure instanceof AppError)) {
    deps.log.error({ operation, ...forLog(failure) }, 'operation failed')
  }
  const left = await currentRun(deps.db, claimed)
  if (!left) return
  const done = await doneBefore(deps, left, run)
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

/** After the third death in a row it counts as failed. */
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

/** Runs queued work, or work whose process died. Throws when the outcome cannot be written, so that the queue retries. */
export const runOperation = async (
  deps: RunnerDeps,
  id: number,
  { runners, shutdown }: { runners: Partial<Runners>; shutdown: AbortSignal },
) => {
  const { kind } = (await operationOfId(deps.db, id)) ?? {}
  const runner = kind && runners[kind]
  const claimed = runner && (await claimOperation(deps.db, id))
  if (claimed) await run(deps, claimed, { runner, shutdown })
}
