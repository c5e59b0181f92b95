import type { Operation, OperationKind, Progress } from '@hotvote/shared/operations'
import type { Db } from '../db/client.ts'

type NewOperation = { kind: OperationKind; input: object; requestId: string }

type OperationRow = Omit<Operation, 'createdAt' | 'startedAt' | 'endedAt'> & {
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
}

const COLUMNS = `id, kind, status, is_stop_requested AS "isStopRequested", progress, result, error,
  created_at AS "createdAt", started_at AS "startedAt", ended_at AS "endedAt"`

/** The work as it was queued. */
export const insertOperation = async (db: Db, { kind, input, requestId }: NewOperation): Promise<OperationRow> => {
  const text = `
INSERT INTO operations (kind, input, request_id) VALUES ($1, $2::jsonb, $3) RETURNING ${COLUMNS}`
  const [made] = await db.query<OperationRow>({ text }, [kind, JSON.stringify(input), requestId])
  if (!made) throw new Error('The operation was not inserted')
  return made
}

/** Queues the paused work of a kind again, and returns it. */
export const requeuePaused = async (
  db: Db,
  { kind, input, requestId }: NewOperation,
): Promise<OperationRow | undefined> => {
  const text = `
UPDATE operations SET status = 'queued', input = $2::jsonb, request_id = $3, restarts = 0, setbacks = 0, ended_at = NULL
WHERE kind = $1 AND status = 'paused' RETURNING ${COLUMNS}`
  const [row] = await db.query<OperationRow>({ text }, [kind, JSON.stringify(input), requestId])
  return row
}

export const operationOfId = async (db: Db, id: number): Promise<OperationRow | undefined> => {
  const [row] = await db.query<OperationRow>({ text: `SELECT ${COLUMNS} FROM operations WHERE id = $1` }, [id])
  return row
}

export const newestOfKind = async (db: Db, kind: OperationKind): Promise<OperationRow | undefined> => {
  const text = `SELECT ${COLUMNS} FROM operations WHERE kind = $1 ORDER BY id DESC LIMIT 1`
  const [row] = await db.query<OperationRow>({ text }, [kind])
  return row
}

/** The oldest open work of another kind. */
export const otherOpen = async (db: Db, kind: OperationKind) => {
  const text = `
SELECT kind, status FROM operations WHERE status IN ('queued', 'running', 'paused') AND kind <> $1 ORDER BY id LIMIT 1`
  const [row] = await db.query<Pick<OperationRow, 'status'> & { kind: OperationKind }>({ text }, [kind])
  return row
}

/** Seconds without a heartbeat after which the process of a run counts as dead. */
const SILENCE = 30

/** Requests the end of the open operation of a kind. One that no process is at work on ends at once. */
export const requestStop = async (db: Db, kind: OperationKind): Promise<OperationRow | undefined> => {
  const text = `
UPDATE operations SET is_stop_requested = true,
  status = CASE WHEN idle THEN 'stopped' ELSE status END, ended_at = CASE WHEN idle THEN now() END
FROM (
  SELECT id AS open_id, status <> 'running' OR heartbeat_at < now() - make_interval(secs => ${SILENCE}) AS idle
  FROM operations WHERE kind = $1 AND status IN ('queued', 'running', 'paused') FOR UPDATE) open
WHERE id = open_id RETURNING ${COLUMNS}`
  const [row] = await db.query<OperationRow>({ text }, [kind])
  return row
}

/** One run of one operation: what it writes counts only while no newer run has begun. */
export type Run = { id: number; runs: number }

export type Claimed = Run & {
  kind: OperationKind
  input: unknown
  state: unknown
  progress: Progress
  requestId: string | null
  restarts: number
  isStopRequested: boolean
}

/** Begins a run. Work that is `running` already was left by a process that died. Nothing when it has ended. */
export const claimOperation = async (db: Db, id: number): Promise<Claimed | undefined> => {
  const text = `
UPDATE operations SET status = 'running', runs = runs + 1, restarts = restarts + (status = 'running')::int,
  started_at = coalesce(started_at, now()), heartbeat_at = now()
WHERE id = $1 AND status IN ('queued', 'running')
RETURNING id, kind, input, state, progress, runs, restarts, request_id AS "requestId",
  is_stop_requested AS "isStopRequested"`
  const [row] = await db.query<Claimed>({ text }, [id])
  return row
}

const IS_MINE = `id = $1 AND runs = $2 AND status = 'running'`

/** Writes that the run is alive and how far it is. Undefined when it is no longer its turn. */
export const recordHeartbeat = async (db: Db, { id, runs }: Run, progress: Progress) => {
  const text = `
UPDATE operations SET heartbeat_at = now(), progress = $3::jsonb WHERE ${IS_MINE}
RETURNING is_stop_requested AS "isStopRequested"`
  const values = [id, runs, JSON.stringify(progress)]
  const [row] = await db.query<{ isStopRequested: boolean }>({ name: 'operation_beat', text }, values)
  return row
}

/** Seconds from one setback of the work to the next run: 30 at first, each time twice as many, ten minutes at most. */
const PAUSE = `least(${SILENCE} * 2 ^ greatest(setbacks - 1, 0), 600)`

/**
 * Seconds until open work that nobody is at is to be taken up, zero or less when it is time; undefined when it is paused
 * or has ended.
 */
export const secondsUntilDue = async (db: Db, id: number): Promise<number | undefined> => {
  const text = `
SELECT extract(epoch FROM coalesce(heartbeat_at, created_at) - now())::float8 + ${PAUSE} AS seconds
FROM operations WHERE id = $1 AND status IN ('queued', 'running')`
  const [row] = await db.query<{ seconds: number }>({ text }, [id])
  return row?.seconds
}

/**
 * Saves where a later run goes on; as it made progress, its restarts and setbacks count anew. False when it is no
 * longer this run's turn.
 */
export const saveState = async (db: Db, { id, runs }: Run, state: object): Promise<boolean> => {
  const text = `UPDATE operations SET state = $3::jsonb, restarts = 0, setbacks = 0 WHERE ${IS_MINE} RETURNING id`
  return (await db.query({ text }, [id, runs, JSON.stringify(state)])).length > 0
}

/** Gives the work back to the queue. False when it is no longer this run's turn. */
export const requeueRun = async (db: Db, { id, runs }: Run, progress: Progress): Promise<boolean> => {
  const text = `UPDATE operations SET status = 'queued', progress = $3::jsonb WHERE ${IS_MINE} RETURNING id`
  return (await db.query({ text }, [id, runs, JSON.stringify(progress)])).length > 0
}

/**
 * Lets the work wait for its next run after a setback. False when it is no longer this run's turn, when somebody wants it
 * stopped, and at the setback number `most`.
 */
export const postponeRun = async (
  db: Db,
  { id, runs }: Run,
  { progress, most }: { progress: Progress; most: number },
): Promise<boolean> => {
  const text = `
UPDATE operations SET status = 'queued', progress = $3::jsonb, setbacks = setbacks + 1, heartbeat_at = now()
WHERE ${IS_MINE} AND NOT is_stop_requested AND setbacks + 1 < $4 RETURNING id`
  return (await db.query({ text }, [id, runs, JSON.stringify(progress), most])).length > 0
}

export type Ending = {
  status: 'done' | 'paused' | 'stopped' | 'failed'
  progress: Progress
  result: object | null
  error: string | null
}

/** False when it is no longer this run's turn. */
export const endRun = async (db: Db, { id, runs }: Run, ending: Ending): Promise<boolean> => {
  const text = `
UPDATE operations SET status = $3, progress = $4::jsonb, result = $5::jsonb, error = $6,
  ended_at = CASE WHEN $3 <> 'paused' THEN now() END
WHERE ${IS_MINE} RETURNING id`
  const { status, progress, result, error } = ending
  const values = [id, runs, status, JSON.stringify(progress), result && JSON.stringify(result), error]
  return (await db.query({ text }, values)).length > 0
}
