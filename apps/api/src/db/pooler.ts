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
export const openDirectDatabase = ({ config, log }: Omit<Pooled, 'db'>): Database | undefined => {
  const { databaseDirectUrl: url, databasePool } = config
  return url === undefined ? undefined : openDatabase({ ...databasePool, url }, log)
}

/** Logs what the pooler was not told to set: the site goes on without, but then a statement may wait for ever. */
export const warnOfPooler = async ({ config, db, log }: Pooled) => {
  if (config.databaseDirectUrl === undefined) return
  const wanted = Object.entries(serverSettings(config.databasePool))
  const rows = await db.query(SERVER_SETTINGS, [wanted.map(([name]) => name)])
  const set = new Map(rows.map(({ name, setting }) => [name, setting]))
  const settings = wanted.filter(([name, value]) => set.get(name) !== String(value)).map(([name]) => name)
  if (settings.length > 0) log.warn({ settings }, 'the pooler does not set what HotVote needs: docs/operating.md')
}
