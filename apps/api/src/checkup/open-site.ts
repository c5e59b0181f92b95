import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { z } from 'zod'
import { describeError } from '../domain/error-text.ts'
import { AppError } from '../domain/errors.ts'
import type { Config } from '../platform/config/config.ts'
import { forLog, openDatabase } from '../platform/db/client.ts'
import { knownMigrations } from '../platform/db/migrate.ts'
import { ping } from '../platform/db/ping.ts'
import { openSiteDatabase } from '../platform/db/site-database.ts'
import { statement } from '../platform/db/statement.ts'
import { buildFlags, readOptions, urlWith } from '../platform/db/url-settings.ts'
import type { Waiting } from '../platform/embedded-postgres/embedded.ts'
import { openStoredFiles } from '../platform/storage/local.ts'
import type { Check, Findings, Site } from './check.ts'
import { counters, rowChecks, structure } from './database-checks.ts'
import { fileChecks } from './files.ts'

/** Milliseconds; long, because a statement may count a whole table. */
const STATEMENT_TIMEOUT = 6 * 60 * 60_000
const CONNECTIONS = 2

export type Options = { fix: boolean; readsFiles: boolean }

export const openSite = async (
  config: Config,
  { fix, readsFiles }: Options,
  waiting: Waiting = {},
): Promise<Site & { close(): Promise<unknown> }> => {
  const log = pino({ level: 'silent' })
  const { url: databaseUrl, isStopped, close } = await openSiteDatabase(config, waiting)
  try {
    const flags = buildFlags({ default_transaction_read_only: fix ? 'off' : 'on' })
    const options = `${readOptions(databaseUrl)} ${flags}`.trim()
    const url = urlWith(databaseUrl, { application_name: 'hotvote-checkup', options })
    const db = openDatabase({ ...config.databasePool, statementTimeout: STATEMENT_TIMEOUT, url, max: CONNECTIONS }, log)
    await ping(db)
    return {
      db,
      log,
      storage: await openStoredFiles(config),
      operator: { requestId: randomUUID(), ip: 'checkup' },
      isStopped,
      readsFiles,
      close: () => db.close().finally(close),
    }
  } catch (failure) {
    await close()
    throw failure
  }
}

const MIGRATIONS = statement({
  name: 'checkup_migrations',
  row: { hash: z.string(), times: z.number() },
  text: 'SELECT hash, count(*) AS times FROM drizzle.__drizzle_migrations GROUP BY hash',
})

const schemaVersion: Check = {
  title: 'Database schema',
  look: async ({ db }) => {
    const applied = new Map((await db.query(MIGRATIONS)).map(({ hash, times }) => [hash, times]))
    const known = knownMigrations()
    const unknown = [...applied.keys()].filter((hash) => !known.some((one) => one.hash === hash))
    return {
      wrong: [
        ...known.filter(({ hash }) => !applied.has(hash)).map(({ name }) => `migration ${name} is missing`),
        ...known.filter(({ hash }) => (applied.get(hash) ?? 0) > 1).map(({ name }) => `migration ${name} ran twice`),
        ...unknown.map((hash) => `migration ${hash.slice(0, 8)} is not of this version`),
      ],
    }
  },
}

export type Outcome = {
  title: string
  status: 'ok' | 'WRONG' | 'fixed' | 'skipped'
  wrong: string[]
  note?: string
}

/** Database messages may contain values, so only the statement's name is shown. */
const describeReason = (failure: unknown): string => {
  if (failure instanceof AppError) return failure.message
  const { code, statement } = forLog(failure) as { code?: string; statement?: string }
  return statement === undefined ? describeError(failure) : `the database refused "${statement}" (${code})`
}

const lookAt = (check: Check, site: Site): Promise<Findings> =>
  check.look(site).catch((failure: unknown) => ({ wrong: [`could not be checked: ${describeReason(failure)}`] }))

const fixed = async ({ wrong, fix }: Required<Findings>): Promise<Omit<Outcome, 'title'>> => {
  try {
    const count = await fix()
    return { status: count < wrong.length ? 'WRONG' : 'fixed', wrong, note: `fixed ${count} of ${wrong.length}` }
  } catch (failure) {
    return { status: 'WRONG', wrong, note: `could not be fixed: ${describeReason(failure)}` }
  }
}

export async function* runChecks(site: Site, isFixing: boolean): AsyncGenerator<Outcome> {
  let isOutdated = false
  for (const check of [schemaVersion, structure, ...counters, ...rowChecks, ...fileChecks()]) {
    const { title } = check
    const skipped = isOutdated
      ? 'the schema is not of this version'
      : check.needsWorker && site.isStopped && 'the site is stopped'
    if (skipped) {
      yield { title, status: 'skipped', wrong: [], note: skipped }
      continue
    }
    const { wrong, fix } = await lookAt(check, site)
    isOutdated = check === schemaVersion && wrong.length > 0
    if (wrong.length === 0) yield { title, status: 'ok', wrong }
    else if (fix && isFixing) yield { title, ...(await fixed({ wrong, fix })) }
    else yield { title, status: 'WRONG', wrong, ...(fix && { note: '--fix repairs it' }) }
  }
}
