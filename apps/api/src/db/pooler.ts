import type { Logger } from 'pino'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { type Database, type Db, openDatabase, serverSettings } from './client.ts'
import { statement } from './statement.ts'

const SERVER_SETTINGS = statement({
  name: 'server_settings',
  text: 'SELECT lower(name) AS name, setting FROM pg_settings WHERE lower(name) = ANY($1)',
  row: { name: z.string().nullable(), setting: z.string().nullable() },
})

type PoolConfig = Pick<Config, 'databaseDirectUrl' | 'databasePool'>
type Pooled = { config: PoolConfig; db: Db; log: Logger }

/** A database without the pooler in front of it, or undefined where there is none. */
const openDirectDatabase = ({ config, log }: Omit<Pooled, 'db'>): Database | undefined => {
  const { databaseDirectUrl: url, databasePool } = config
  return url === undefined ? undefined : openDatabase({ ...databasePool, url }, log)
}

/** How often two connections are compared: a busy pooler may give them different servers at times. */
const COMPARISONS = 10

/** Whether a pooler in transaction mode gives two connections of ours the same server. */
const sharesServers = async ({ pool }: Database): Promise<boolean> => {
  const [one, other] = [await pool.connect(), await pool.connect()]
  try {
    const pidOf = async (client: typeof one) =>
      (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
    for (let n = 0; n < COMPARISONS; n++) if ((await pidOf(one)) === (await pidOf(other))) return true
    return false
  } finally {
    one.release()
    other.release()
  }
}

/** Settings that the pooler drops; without them a statement may wait for ever. */
const missingSettings = async ({ config, db }: Pooled) => {
  const wanted = Object.entries(serverSettings(config.databasePool))
  const rows = await db.query(SERVER_SETTINGS, [wanted.map(([name]) => name)])
  const set = new Map(rows.map(({ name, setting }) => [name, setting]))
  return wanted.filter(([name, value]) => set.get(name) !== String(value)).map(([name]) => name)
}

/** Warns of a pooler that is not as `docs/operating.md` says, by the name of the setting that leads to it. */
export const warnOfPooler = async (deps: Pooled & { db: Database }) => {
  const { log } = deps
  const direct = openDirectDatabase(deps)
  if (!direct) {
    if (await sharesServers(deps.db))
      log.warn(
        { setting: 'DATABASE_URL' },
        'DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to PostgreSQL itself',
      )
    return
  }
  try {
    const settings = await missingSettings(deps)
    if (settings.length > 0)
      log.warn(
        { setting: 'DATABASE_URL', settings },
        'the pooler does not set what HotVote needs: docs/operating.md, "PgBouncer"',
      )
    if (!(await sharesServers(deps.db)))
      log.warn(
        { setting: 'DATABASE_URL' },
        'DATABASE_URL leads to no pooler in transaction mode: set pool_mode = transaction',
      )
    if (await sharesServers(direct))
      log.warn(
        { setting: 'DATABASE_DIRECT_URL' },
        'DATABASE_DIRECT_URL leads to a pooler: it has to be PostgreSQL itself',
      )
  } finally {
    await direct.close()
  }
}
