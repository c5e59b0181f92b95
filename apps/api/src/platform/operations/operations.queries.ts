import type { OperationKind, Progress } from '@hotvote/shared/operator/operations'
import { and, count, desc, eq, getTableColumns, inArray, ne, not, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { onlyRow } from '../db/aggregates.ts'
import type { Db } from '../db/client.ts'
import { operations } from '../db/schema/index.ts'

type NewOperation = { kind: OperationKind; input: object; requestId: string; operator: string }

const { input, state, runs, restarts, setbacks, requestId, operator, ...ROW } = getTableColumns(operations)

const IS_OPEN = inArray(operations.status, ['queued', 'running', 'paused'])

export const insertOperation = async (db: Db, operation: NewOperation) =>
  onlyRow(await db.orm.insert(operations).values(operation).returning(ROW))

/** Resumes a paused operation with its original input. */
export const requeuePaused = async (db: Db, { kind, ...caller }: Omit<NewOperation, 'input'>) => {
  const [row] = await db.orm
    .update(operations)
    .set({ ...caller, status: 'queued', restarts: 0, setbacks: 0, endedAt: null })
    .where(and(eq(operations.kind, kind), eq(operations.status, 'paused')))
    .returning({ ...ROW, input })
  return row
}

export const readOperation = async (db: Db, id: number) => {
  const [row] = await db.orm.select(ROW).from(operations).where(eq(operations.id, id))
  return row
}

export const findNewestOperation = async (db: Db, kind: OperationKind) => {
  const ofKind = eq(operations.kind, kind)
  const [row] = await db.orm.select(ROW).from(operations).where(ofKind).orderBy(desc(operations.id)).limit(1)
  return row
}

export const findOtherOpen = async (db: Db, kind: OperationKind) => {
  const ofOther = and(IS_OPEN, ne(operations.kind, kind))
  const [row] = await db.orm.select(ROW).from(operations).where(ofOther).orderBy(operations.id).limit(1)
  return row
}

export const operationCounts = ({ orm }: Db) => {
  const { kind, status } = operations
  return orm.select({ kind, status, count: count() }).from(operations).groupBy(kind, status)
}

/** Operations that can end without another run, because they have no unreported progress. */
const CAN_STOP_IMMEDIATELY = sql`${operations.status} = 'paused' OR ${operations.status} = 'queued' AND ${state} = '{}'`

export const requestStop = async (db: Db, kind: OperationKind) => {
  const [row] = await db.orm
    .update(operations)
    .set({
      isStopRequested: true,
      status: sql`CASE WHEN ${CAN_STOP_IMMEDIATELY} THEN 'stopped' ELSE ${operations.status} END`,
      endedAt: sql`CASE WHEN ${CAN_STOP_IMMEDIATELY} THEN now() END`,
    })
    .where(and(eq(operations.kind, kind), IS_OPEN))
    .returning(ROW)
  return row
}

/** Also claims a `running` operation, as its process must have died. @returns undefined if the operation has ended */
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

/** Identifies a run. Writes of a run take effect only until a newer run begins. */
export type Run = Pick<Claimed, 'id' | 'runs'>

const isCurrent = (run: Run) =>
  and(eq(operations.id, run.id), eq(operations.runs, run.runs), eq(operations.status, 'running'))

/** Locks and rereads the operation. @returns undefined if a newer run has begun */
export const currentRun = async (db: Db, run: Run) => {
  const [row] = await db.orm.select().from(operations).where(isCurrent(run)).for('update')
  return row
}

const updateRun = async (db: Db, condition: SQL | undefined, changes: PgUpdateSetSource<typeof operations>) => {
  const { isStopRequested } = operations
  const [row] = await db.orm.update(operations).set(changes).where(condition).returning({ isStopRequested, setbacks })
  return row
}

/** Returns undefined if a newer run has begun. */
export const recordProgress = (db: Db, run: Run, progress: Progress) => updateRun(db, isCurrent(run), { progress })

/** Also resets restarts and setbacks. @returns false if a newer run has begun */
export const saveState = async (db: Db, run: Run, state: object): Promise<boolean> =>
  (await updateRun(db, isCurrent(run), { state, restarts: 0, setbacks: 0 })) !== undefined

/** Returns false if a newer run has begun. */
export const requeueRun = async (db: Db, run: Run, progress: Progress): Promise<boolean> =>
  (await updateRun(db, isCurrent(run), { status: 'queued', progress })) !== undefined

/** Returns the number of setbacks, or undefined if there were too many. */
export const postponeRun = async (
  db: Db,
  run: Run,
  { progress, most }: { progress: Progress; most: number },
): Promise<number | undefined> => {
  const canRepeat = and(isCurrent(run), not(operations.isStopRequested), sql`${setbacks} + 1 < ${most}`)
  const changes = { status: 'queued', progress, setbacks: sql`${setbacks} + 1` } as const
  return (await updateRun(db, canRepeat, changes))?.setbacks
}

export type Ending = {
  status: 'done' | 'paused' | 'stopped' | 'failed'
  progress: Progress
  result: object | null
  error: string | null
}

/** If a stop was requested at the last moment, the operation is stopped instead of paused. */
const PAUSED = {
  status: sql`CASE WHEN ${operations.isStopRequested} THEN 'stopped' ELSE 'paused' END`,
  endedAt: sql`CASE WHEN ${operations.isStopRequested} THEN now() END`,
}

/** Returns false if a newer run has begun. */
export const endRun = async (db: Db, run: Run, ending: Ending): Promise<boolean> => {
  const end = ending.status === 'paused' ? PAUSED : { endedAt: sql`now()` }
  return (await updateRun(db, isCurrent(run), { ...ending, ...end })) !== undefined
}
