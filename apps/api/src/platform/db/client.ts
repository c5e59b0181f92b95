import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import { getCode } from '../../domain/error-code.ts'
import { parseRows, type Statement, statement } from './statement.ts'
import { buildFlags, readOptions, urlWith } from './url-settings.ts'

/** A connection pool, or a single transaction. */
export type Db = {
  /** Production code passes a `statement`; `{ text }` is for tests. */
  query<Row>(statement: Statement<Row> | { text: string }, values?: unknown[]): Promise<Row[]>
  orm: NodePgDatabase
}
export type Database = Db & { pool: pg.Pool; close(): Promise<void> }

/** Milliseconds. */
const SLOW_QUERY = 200

/** `timeout` is in milliseconds. `isPooled` disables named statements for connection poolers (docs/decisions/029). */
export type DatabaseOptions = {
  url: string
  max: number
  connectTimeout: number
  statementTimeout: number
  lockTimeout: number
  isPooled?: boolean
}

const serverSettings = ({ statementTimeout, lockTimeout }: Omit<DatabaseOptions, 'url'>) => ({
  statement_timeout: statementTimeout,
  lock_timeout: lockTimeout,
  idle_in_transaction_session_timeout: 10_000,
  jit: 'off',
  timezone: 'UTC',
})

const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    // All bigints are ids or counters, far below 2^53.
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** Removes statement names, because a pooler may run the next statement on another connection. */
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
      // List the properties one by one, because copying objects on each call is slow.
      const config = { name, text, values, rowMode: 'array', query_timeout: timeout }
      return parseRows(row, (await query(config)).rows)
    },
    // Created on first use, because short transactions don't need Drizzle.
    // `withTx` begins transactions, so Drizzle needs only `query`.
    get orm() {
      orm ??= drizzle({
        client: { query: (config: pg.QueryConfig, values: unknown[]) => query({ ...config, values }) } as pg.PoolClient,
      })
      return orm
    },
  }
}

/** The pool reconnects after a database restart. */
export const openDatabase = (options: DatabaseOptions, log: Logger): Database => {
  const { url } = options
  const given = readOptions(url)
  const flags = `${buildFlags(serverSettings(options))} ${given}`.trim()
  const pool = new pg.Pool({
    // Options in the URL take precedence over the settings.
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
  // The pool doesn't handle errors of checked-out clients, which would end the process.
  pool.on('connect', (client) => client.on('error', lost))
  return Object.assign(onClient(pool, log), { pool, close: () => pool.end() })
}

const SET_LOCAL = statement({ name: 'set_local', text: 'SELECT FROM set_config($1, $2::int::text, true)' })

/** Limits the time that this transaction waits for each lock, in milliseconds. */
export const limitLockWaits = (tx: Db, ms: number) => tx.query(SET_LOCAL, ['lock_timeout', ms])

/** Raises the statement timeout of this transaction (milliseconds). Each statement also needs its own `timeout`. */
export const allowLongStatements = (tx: Db, ms: number) => tx.query(SET_LOCAL, ['statement_timeout', ms])

export const getCause = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error
/** Logs only the code and names of a database error, because its message can contain personal data. */
export const forLog = (error: unknown) => {
  const cause = getCause(error)
  if (!(cause instanceof Error)) return { thrown: typeof error }
  const { code, constraint, table, statement } = cause as Error &
    Partial<Record<'code' | 'constraint' | 'table' | 'statement', string>>
  return statement === undefined ? { code, stack: cause.stack } : { code, constraint, table, statement }
}
/** Returns the name of the violated constraint, or undefined for other errors. */
export const getConstraint = (error: unknown) => {
  const cause = getCause(error)
  return cause instanceof pg.DatabaseError && cause.code?.startsWith('23') ? cause.constraint : undefined
}

/** SQLSTATE of a read-only database, such as a standby. */
const READ_ONLY = '25006'
/** Makes a write optional. Resolves to undefined if the database is read-only. */
export const unlessReadOnly = <T>(written: Promise<T>): Promise<T | undefined> =>
  written.catch((failure: unknown) => {
    if (getCode(getCause(failure)) !== READ_ONLY) throw failure
    return undefined
  })

const LOCK_TIMEOUT = '55P03'
/** Returns true if a statement gave up waiting for a lock. Its transaction was rolled back. */
export const isLockTimeout = (error: unknown) => getCode(getCause(error)) === LOCK_TIMEOUT

const SERIALIZATION = ['40001', '40P01']
const isConflict = (error: unknown) => SERIALIZATION.includes(String(getCode(getCause(error))))
/** Returns true if the server has definitely rolled back the transaction. */
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

const againAfterDeadlock = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error
    }
  }
}

/** Runs `work` in a transaction and retries deadlocks. Don't call the bucket or the mail server inside. */
export const withTx = <T>(deps: TxDeps, work: (tx: Db) => Promise<T>): Promise<T> =>
  againAfterDeadlock(() => runOnce(deps, work, 'BEGIN'))

/** Like `withTx`, but with generic plans, because planning would take longer than these short queries. */
export const withShortTx = <T>(deps: TxDeps, work: (tx: Db) => Promise<T>): Promise<T> =>
  againAfterDeadlock(() => runOnce(deps, work, 'BEGIN; SET LOCAL plan_cache_mode = force_generic_plan'))

/** Prefixes of SQLSTATE and system error codes of temporary failures. */
const TRANSIENT = /^(08|40P01|53|57|58|55P03|25006|ECONN|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/
const TRANSIENT_TEXT = /timeout|Connection terminated|not queryable|Cannot use a pool after/i

export const isUnavailable = (error: unknown) => {
  const cause = getCause(error)
  if (!(cause instanceof Error)) return false
  // Any error while connecting counts, such as EAGAIN from a busy server's socket.
  if ('syscall' in cause && cause.syscall === 'connect') return true
  const code = getCode(cause)
  return typeof code === 'string' ? TRANSIENT.test(code) : TRANSIENT_TEXT.test(cause.message)
}
