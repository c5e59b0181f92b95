import { setTimeout as pause } from 'node:timers/promises'
import { type Operation, type OperationKind, progress } from '@hotvote/shared/operator/operations'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { withIsoTimes } from '../../domain/iso-times.ts'
import { recordOperator } from '../audit/audit-log.ts'
import { type Db, getConstraint, withTx } from '../db/client.ts'
import { lockUntilCommit, shareUntilCommit } from '../db/locks.ts'
import { Accepted } from '../http/endpoint.ts'
import type { Operator, OperatorWithPreference } from '../http/guards.ts'
import { queueRun } from './operation-runner.service.ts'
import {
  findNewestOperation,
  findOtherOpen,
  insertOperation,
  readOperation,
  requestStop,
  requeuePaused,
} from './operations.queries.ts'

type OperationDeps = Pick<Deps, 'db' | 'log'>
type OperationRequest = {
  kind: OperationKind
  operator: Operator
  /** A function computes the input within the transaction that queues the operation. */
  input?: object | ((tx: Db) => Promise<object>)
  /** Resumes the paused operation only if it has this id. */
  continues?: number | undefined
  /** Writes audit entries in the transaction that queues the operation. A resume passes the original input. */
  before?: (tx: Db, input: unknown) => Promise<unknown>
}

const NAMES: Record<OperationKind, string> = {
  'import-media': 'The import of media',
  'reset-database': 'The reset of the database',
  'purge-inactive-accounts': 'The purge of inactive accounts',
  'populate-votes': 'The vote population',
  'export-votes': 'The export of votes',
  'find-duplicates': 'The search for duplicates',
  'find-orphans': 'The orphan report',
  'delete-bucket-files': 'A deletion in the bucket',
  'delete-media': 'A deletion of media',
  'empty-trash': 'Emptying the trash',
  'restore-media': 'A restoration of media',
  'set-votes-aside': 'Setting votes aside or counting them again',
}

/** Milliseconds. */
const POLL_INTERVAL = 150

const toOperation = (row: NonNullable<Awaited<ReturnType<typeof readOperation>>>): Operation => ({
  ...withIsoTimes(row),
  progress: progress.parse(row.progress),
})

const refuseSecond = (failure: unknown): never => {
  if (getConstraint(failure) === 'operations_one_open') throw new AppError('busy', 'This is already running.')
  throw failure
}

const isGone = () => new AppError('conflict', 'This run is no longer paused: it was continued or stopped elsewhere.')

const isUnderWay = ({ kind, status }: { kind: OperationKind; status: Operation['status'] }) => {
  const how = status === 'paused' ? 'is paused. Stop it first.' : 'is under way. Stop it, or wait for its end.'
  return new AppError('busy', `${NAMES[kind]} ${how}`)
}

/** @throws {AppError} `busy` if an operation of another kind is open */
export const refuseDuringOthers = async (tx: Db, kind: OperationKind) => {
  const other = await findOtherOpen(tx, kind)
  if (other) throw isUnderWay(other)
}

const RESET = 'reset-database'

/**
 * Refuses new operations while a reset is waiting, because the reset would delete them.
 * @throws {AppError} `busy`
 */
const refuseDuringReset = async (tx: Db, kind: OperationKind) => {
  if (kind === RESET) return lockUntilCommit(tx, 'begin', RESET)
  await shareUntilCommit(tx, 'begin', RESET)
  const reset = await findNewestOperation(tx, RESET)
  if (reset && reset.endedAt === null) throw isUnderWay(reset)
}

/**
 * Queues an operation or resumes a paused one.
 * @throws {AppError} `busy`, `conflict`
 */
const startOperation = async (
  deps: OperationDeps,
  { before, continues, input = {}, kind, operator }: OperationRequest,
): Promise<Operation> => {
  const started = await withTx(deps, async (tx) => {
    await refuseDuringReset(tx, kind)
    const operation = { kind, requestId: operator.requestId, operator: operator.name }
    const paused = await requeuePaused(tx, operation)
    if (continues !== undefined && paused?.id !== continues) throw isGone()
    const given = typeof input === 'function' ? await input(tx) : input
    const row = paused ?? (await insertOperation(tx, { ...operation, input: given }).catch(refuseSecond))
    await before?.(tx, paused ? paused.input : given)
    await queueRun(tx, row.id)
    return row
  })
  return toOperation(started)
}

const findOperation = async (db: Db, id: number): Promise<Operation> => {
  const row = await readOperation(db, id)
  if (!row) throw new AppError('not_found', 'There is no such work.')
  return toOperation(row)
}

/** `signal` aborts only the wait, not the operation. @throws {AppError} `internal` if the operation failed */
const waitFor = async <Result>({ db }: Pick<Deps, 'db'>, id: number, signal?: AbortSignal): Promise<Result> => {
  for (;;) {
    const { status, result, error } = await findOperation(db, id)
    if (status === 'failed') throw new AppError('internal', error ?? 'This work failed.')
    if (status === 'stopped' && result === null)
      throw new AppError('conflict', 'This was stopped before anything came of it.')
    if (status !== 'queued' && status !== 'running') return result as Result
    await pause(POLL_INTERVAL, undefined, { signal })
  }
}

/** Waits for the result. With `Prefer: respond-async`, responds with 202 immediately. */
export const answerWith = async <Result>(
  deps: OperationDeps,
  request: OperationRequest & { operator: OperatorWithPreference },
): Promise<Result | Accepted> => {
  const started = await startOperation(deps, request)
  if (request.operator.isAsync) return new Accepted(started)
  return waitFor<Result>(deps, started.id, request.operator.disconnected)
}

export const findLatest = async ({ db }: Pick<Deps, 'db'>, kind: OperationKind): Promise<Operation | null> => {
  const row = await findNewestOperation(db, kind)
  return row ? toOperation(row) : null
}

/**
 * Stops an open operation. If the operation was interrupted, a last run reports its results.
 * @throws {AppError} `conflict` if none is open
 */
export const requestOperationStop = (
  deps: OperationDeps,
  kind: OperationKind,
  operator: Operator,
): Promise<Operation> =>
  withTx(deps, async (tx) => {
    if (kind === 'set-votes-aside')
      throw new AppError('conflict', 'A recount cannot be stopped: some totals would stay wrong.')
    const stopping = await requestStop(tx, kind)
    if (!stopping) throw new AppError('conflict', 'Nothing of this kind is running.')
    if (stopping.status === 'queued') await queueRun(tx, stopping.id)
    await recordOperator(tx, operator, { event: 'OPERATION_STOPPED', context: { kind, operationId: stopping.id } })
    return toOperation(stopping)
  })
