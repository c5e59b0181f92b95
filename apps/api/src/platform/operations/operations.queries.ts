import type { OperationKind, Progress } from '@hotvote/shared/operator/operations'
import { and, count, desc, eq, getTableColumns, inArray, ne, not, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { onlyRow } from '../db/aggregates.ts'
import type { Db } from '../db/client.ts'
import { operations } from '../db/schema/index.ts'

type NewOperation = { kind: OperationKind; input: object; requestId: string }

const { input, state, runs, restarts, setbacks, requestId, ...ROW } = getTableColumns(operations)

const IS_OPEN = inArray(operations.status, ['queued', 'running', 'paused'])

/** The work as it was queued. */
export const insertOperation = async (db: Db, operation: NewOperation) =>
  onlyRow(await db.orm.insert(operations).values(operation).returning(ROW))

/** Queues the paused work of a kind again, and returns it with the input that it began with, which it keeps. */
export const requeuePaused = async (db: Db, { kind, requestId }: Omit<NewOperation, 'input'>) => {
  const [row] = await db.orm
    .update(operations)
    .set({ requestId, status: 'queued', restarts: 0, setbacks: 0, endedAt: null })
    .where(and(eq(operations.kind, kind), eq(operations.status, 'paused')))
    .returning({ ...ROW, input })
  return row
}

export const operationOfId = async (db: Db, id: number) => {
  const [row] = await db.orm.select(ROW).from(operations).where(eq(operations.id, id))
  return row
}

export const newestOfKind = async (db: Db, kind: OperationKind) => {
  const ofKind = eq(operations.kind, kind)
  const [row] = await db.orm.select(ROW).from(operations).where(ofKind).orderBy(desc(operations.id)).limit(1)
  return row
}

/** The oldest open work of another kind. */
export const otherOpen = async (db: Db, kind: OperationKind) => {
  const ofOther = and(IS_OPEN, ne(operations.kind, kind))
  const [row] = await db.orm.select(ROW).from(operations).where(ofOther).orderBy(operations.id).limit(1)
  return row
}

/** How many there are of each kind and status. */
export const operationCounts = ({ orm }: Db) => {
  const { kind, status } = operations
  return orm.select({ kind, status, count: count() }).from(operations).groupBy(kind, status)
}

/** No run has to tell what it did: the work saved nothing, or told it when it paused. */
const ENDS_AT_ONCE = sql`${operations.status} = 'paused' OR ${operations.status} = 'queued' AND ${state} = '{}'`

/** Requests the end of the open operation of a kind. One that has nothing to tell ends at once. */
export const requestStop = async (db: Db, kind: OperationKind) => {
  const [row] = await db.orm
    .update(operations)
    .set({
      isStopRequested: true,
      status: sql`CASE WHEN ${ENDS_AT_ONCE} THEN 'stopped' ELSE ${operations.status} END`,
      endedAt: sql`CASE WHEN ${ENDS_AT_ONCE} THEN now() END`,
    })
    .where(and(eq(operations.kind, kind), IS_OPEN))
    .returning(ROW)
  return row
}

/** Begins a run. Work that is `running` already was left by a process that died. Nothing when it has ended. */
export const claimOperation = async (db: Db, id: number) => {
  const [row] = await db.orm
    .update(operations)
    .set({
      status: 'running',
      runs: sql`${runs} + 1`,
      restarts: sql`${restarts} + (${operations.status} = 'running')::int`,
      startedAt: sql`coalesce(${operations.startedAt}, now())`,
    })
    .where(and(eq(operations.id, id), inArray(operations.status, ['queued', 'running'])))
    .returning()
  return row
}

export type Claimed = NonNullable<Awaited<ReturnType<typeof claimOperation>>>

/** One run of one operation: what it writes counts only while no newer run has begun. */
export type Run = Pick<Claimed, 'id' | 'runs'>

const isCurrent = (run: Run) =>
  and(eq(operations.id, run.id), eq(operations.runs, run.runs), eq(operations.status, 'running'))

/** Reads the row again, as the answer of the last step may be lost. Undefined once a newer run has begun. */
export const currentRun = async (db: Db, run: Run) => {
  const [row] = await db.orm.select().from(operations).where(isCurrent(run)).for('update')
  return row
}

/** Writes to the row of a run. Undefined when `condition` is not met. */
const updateRun = async (db: Db, condition: SQL | undefined, changes: PgUpdateSetSource<typeof operations>) => {
  const { isStopRequested } = operations
  const [row] = await db.orm.update(operations).set(changes).where(condition).returning({ isStopRequested, setbacks })
  return row
}

/** Writes how far the run is, and returns whether its end was requested. Undefined when it is no longer its turn. */
export const recordProgress = (db: Db, run: Run, progress: Progress) => updateRun(db, isCurrent(run), { progress })

/** Progress resets restarts and setbacks. False once a newer run has begun. */
export const saveState = async (db: Db, run: Run, state: object): Promise<boolean> =>
  (await updateRun(db, isCurrent(run), { state, restarts: 0, setbacks: 0 })) !== undefined

/** Gives the work back to the queue. False when it is no longer this run's turn. */
export const requeueRun = async (db: Db, run: Run, progress: Progress): Promise<boolean> =>
  (await updateRun(db, isCurrent(run), { status: 'queued', progress })) !== undefined

/** Queues the next run after a setback, and returns its number; undefined when there shall be none. */
export const postponeRun = async (
  db: Db,
  run: Run,
  { progress, most }: { progress: Progress; most: number },
): Promise<number | undefined> => {
  const mayRepeat = and(isCurrent(run), not(operations.isStopRequested), sql`${setbacks} + 1 < ${most}`)
  const changes = { status: 'queued', progress, setbacks: sql`${setbacks} + 1` } as const
  return (await updateRun(db, mayRepeat, changes))?.setbacks
}

export type Ending = {
  status: 'done' | 'paused' | 'stopped' | 'failed'
  progress: Progress
  result: object | null
  error: string | null
}

/** A stop that the run did not see any more leaves nothing paused. */
const PAUSED = {
  status: sql`CASE WHEN ${operations.isStopRequested} THEN 'stopped' ELSE 'paused' END`,
  endedAt: sql`CASE WHEN ${operations.isStopRequested} THEN now() END`,
}

/** False when it is no longer this run's turn. */
export const endRun = async (db: Db, run: Run, ending: Ending): Promise<boolean> => {
  const end = ending.status === 'paused' ? PAUSED : { endedAt: sql`now()` }
  return (await updateRun(db, isCurrent(run), { ...ending, ...end })) !== undefined
}
