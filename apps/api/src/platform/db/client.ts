import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import { getCode } from '../../domain/error-code.ts'
import { parseRows, type Statement, statement } from './statement.ts'
import { buildFlags, readOptions, urlWith } from './url-settings.ts'

/** What a query function takes first: the pool, or one transaction on it. */
export type Db = {
  /** The product asks by a `statement` only; SQL as `{ text }` is for tests. */
  query<Row>(statement: Statement<Row> | { text: string }, values?: unknown[]): Promise<Row[]>
  /** Drizzle: what it reads and writes is typed from `schema/`. */
  orm: NodePgDatabase
}
export type Database = Db & { pool: pg.Pool; close(): Promise<void> }

/** Milliseconds after which a query is logged. */
const SLOW_QUERY = 200

/** Times are milliseconds. `isPooled`: statements have no names, as a pooler changes connections (docs/decisions/029). */
export type DatabaseOptions = {
  url: string
  max: number
  connectTimeout: number
  statementTimeout: number
  lockTimeout: number
  isPooled?: boolean
}

/** What the server is told for each connection, in its own words and units. */
const serverSettings = ({ statementTimeout, lockTimeout }: Omit<DatabaseOptions, 'url'>) => ({
  statement_timeout: statementTimeout,
  lock_timeout: lockTimeout,
  idle_in_transaction_session_timeout: 10_000,
  jit: 'off',
  timezone: 'UTC',
})

const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    // A bigint of ours is an id or a counter, far below 2^53.
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** A connection on which nothing is prepared under a name, whoever asks: the next statement may go to another one. */
class UnnamedClient extends pg.Client {
  constructor(options?: pg.ClientConfig) {
    super(options)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    const ask = (asked: unknown, ...rest: unknown[]) =>
      query(typeof asked === 'object' ? { ...asked, name: undefined } : asked, ...rest)
    this.query = ask as typeof this.query
  }
}

const onClient = (client: pg.Pool | pg.PoolClient, log: Logger): Db => {
  const query = async (config: pg.QueryConfig) => {
    const start = performance.now()
    const name = config.name ?? config.text.slice(0, 60)
    try {
      const result = await client.query(config)
      const ms = Math.round(performance.now() - start)
      if (ms > SLOW_QUERY) log.warn({ statement: name, ms }, 'slow query')
      return result
    } catch (failure) {
      throw Object.assign(failure as Error, { statement: name })
    }
  }
  let orm: NodePgDatabase | undefined
  return {
    async query<Row>(asked: Statement<Row> | { text: string }, values: unknown[] = []) {
      const { text } = asked
      if (!('row' in asked)) return (await query({ text, values })).rows as Row[]
      const { row, name, timeout } = asked
      // Named one by one: copying objects with each call is slow.
      const config = { name, text, values, rowMode: 'array', query_timeout: timeout }
      return parseRows(row, (await query(config)).rows)
    },
    // Made when it is asked for: short transactions do without. Drizzle needs `query` alone, as `withTx` begins transactions.
    get orm() {
      orm ??= drizzle({
        client: { query: (config: pg.QueryConfig, values: unknown[]) => query({ ...config, values }) } as pg.PoolClient,
      })
      return orm
    },
  }
}

/** A pool that outlives restarts of the database. */
export const openDatabase = (options: DatabaseOptions, log: Logger): Database => {
  const { url } = options
  const given = readOptions(url)
  const flags = `${buildFlags(serverSettings(options))} ${given}`.trim()
  const pool = new pg.Pool({
    // What the address says wins over what stands beside it.
    connectionString: given === '' || options.isPooled ? url : urlWith(url, { options: flags }),
    max: options.max,
    types,
    connectionTimeoutMillis: options.connectTimeout,
    query_timeout: options.statementTimeout + 500,
    keepAlive: true,
    application_name: 'hotvote',
    ...(options.isPooled ? { Client: UnnamedClient } : { options: flags }),
  })
  const lost = (error: Error) => {
    if (!pool.ending) log.warn({ reason: error.message }, 'database connection lost')
  }
  pool.on('error', lost)
  // A checked-out client between two queries has no listener of the pool: without this one its loss ends the process.
  pool.on('connect', (client) => client.on('error', lost))
  return Object.assign(onClient(pool, log), { pool, close: () => pool.end() })
}

const SET_LOCAL = statement({ name: 'set_local', text: 'SELECT FROM set_config($1, $2::int::text, true)' })

/** Lets this transaction wait so many milliseconds for each lock. */
export const limitLockWaits = (tx: Db, ms: number) => tx.query(SET_LOCAL, ['lock_timeout', ms])

/** Lets the statements of this transaction take up to so many milliseconds; each names its own `timeout`, too. */
export const allowLongStatements = (tx: Db, ms: number) => tx.query(SET_LOCAL, ['statement_timeout', ms])

/** The driver's error behind the one that drizzle wraps around it. */
export const getCause = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error
/** What may be logged of a failure. Of one of the database only its code and names: its message can hold values. */
export const forLog = (error: unknown) => {
  const cause = getCause(error)
  if (!(cause instanceof Error)) return { thrown: typeof error }
  const { code, constraint, table, statement } = cause as Error &
    Partial<Record<'code' | 'constraint' | 'table' | 'statement', string>>
  return statement === undefined ? { code, stack: cause.stack } : { code, constraint, table, statement }
}
/** The name of the violated constraint, when that is what went wrong. */
export const getConstraint = (error: unknown) => {
  const cause = getCause(error)
  return cause instanceof pg.DatabaseError && cause.code?.startsWith('23') ? cause.constraint : undefined
}

/** SQLSTATE of a database that takes no writes, as one that stands in for another. */
const READ_ONLY = '25006'
/** Waits for a write that a caller who only reads can do without: undefined, where the database takes no writes. */
export const unlessReadOnly = <T>(written: Promise<T>): Promise<T | undefined> =>
  written.catch((failure: unknown) => {
    if (getCode(getCause(failure)) !== READ_ONLY) throw failure
    return undefined
  })

const LOCK_TIMEOUT = '55P03'
/** Whether a statement waited too long for what others hold: nothing of its transaction was done. */
export const isLockTimeout = (error: unknown) => getCode(getCause(error)) === LOCK_TIMEOUT

const SERIALIZATION = ['40001', '40P01']
const isConflict = (error: unknown) => SERIALIZATION.includes(String(getCode(getCause(error))))
/** Whether a statement failed for its rows, or for a deadlock with others: the server has undone it for certain. */
export const isRolledBack = (error: unknown) => getConstraint(error) !== undefined || isConflict(error)
const ATTEMPTS = 3

type TxDeps = { db: Database; log: Logger }

const runOnce = async <T>({ db, log }: TxDeps, work: (tx: Db) => Promise<T>, begin: string): Promise<T> => {
  const client = await db.pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(onClient(client, log))
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Does `work` again, up to three times in all, when the server has undone it for a deadlock with others. */
const againAfterDeadlock = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error
    }
  }
}

/** Runs `work` in one transaction, again after a deadlock. No bucket or mail calls while rows are locked. */
export const withTx = <T>(deps: TxDeps, work: (tx: Db) => Promise<T>): Promise<T> =>
  againAfterDeadlock(() => runOnce(deps, work, 'BEGIN'))

/** `withTx` for the hot path: generic plans, as planning for the length of each array takes longer than running the statement. */
export const withShortTx = <T>(deps: TxDeps, work: (tx: Db) => Promise<T>): Promise<T> =>
  againAfterDeadlock(() => runOnce(deps, work, 'BEGIN; SET LOCAL plan_cache_mode = force_generic_plan'))

/** Transient failures, by SQLSTATE class or code: connection, deadlock, resources, operator, time-outs, read-only. */
const TRANSIENT = /^(08|40P01|53|57|58|55P03|25006|ECONN|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/
const TRANSIENT_TEXT = /timeout|Connection terminated|not queryable|Cannot use a pool after/i

/** Whether the database could not be reached or could not answer in time. */
export const isUnavailable = (error: unknown) => {
  const cause = getCause(error)
  if (!(cause instanceof Error)) return false
  // No connection, whatever the system says to it: the socket of a busy server refuses with EAGAIN.
  if ('syscall' in cause && cause.syscall === 'connect') return true
  const code = getCode(cause)
  return typeof code === 'string' ? TRANSIENT.test(code) : TRANSIENT_TEXT.test(cause.message)
}
