import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import pino from 'pino'
import type { Config } from '../config.ts'
import { passwordFile, secretFile, tempFolder } from '../data-dir.ts'
import { type Database, openDatabase } from '../db/client.ts'
import type { Waiting } from '../db/embedded.ts'
import { openSiteDatabase } from '../db/site-database.ts'
import { flagsOf, optionsOf, urlWith } from '../db/url-settings.ts'
import { openStorage, openStoredFiles } from '../storage/open-storage.ts'
import type { Options, Site } from './site.ts'
import { type ScannedStore, type StoredFiles, scanStore } from './store-scan.ts'
import { structureOf } from './structure.ts'

const APPLICATION_NAME = 'hotvote-checkup'
/** Milliseconds that one question may take, and that it waits for a lock: a running site goes first. */
const STATEMENT_TIMEOUT = 15_000
const READ_ONLY = flagsOf({
  default_transaction_read_only: 'on',
  statement_timeout: STATEMENT_TIMEOUT,
  lock_timeout: 1000,
  idle_in_transaction_session_timeout: 10_000,
  jit: 'off',
  timezone: 'UTC',
})
/** Two questions at a time are enough, and take nobody's connection. */
const CONNECTIONS = 2

type Stop = () => Promise<unknown> | unknown

/** A log that nobody reads: what goes wrong stands in the report. */
const silent = pino({ level: 'silent' })

/** Refuses every change, whatever a check asks for. */
const openReadOnly = (databaseUrl: string, pool: Config['databasePool']): Database => {
  const options = `${optionsOf(databaseUrl)} ${READ_ONLY}`.trim()
  const settings = { application_name: APPLICATION_NAME, query_timeout: String(STATEMENT_TIMEOUT + 500), options }
  return openDatabase({ ...pool, url: urlWith(databaseUrl, settings), max: CONNECTIONS }, silent)
}

const storedIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)

const openStores = async (config: Config): ReturnType<Site['repairStores']> => ({
  storage: await openStorage(config),
  tempDir: tempFolder(config.dataDir),
})

type RepairConfig = Pick<Config, 'databasePool'> & { databaseUrl: string }

/** Opened by the first repair, with the limits of the site's own connections. */
const openRepairs = (config: RepairConfig, files: StoredFiles, stops: Stop[]): Site['repairDeps'] => {
  const operator = { requestId: randomUUID(), ip: 'checkup' }
  let db: Database | undefined
  return () => {
    if (!db) {
      const url = urlWith(config.databaseUrl, { application_name: APPLICATION_NAME })
      const opened = openDatabase({ ...config.databasePool, url, max: CONNECTIONS }, silent)
      stops.push(() => opened.close())
      db = opened
    }
    return { db, log: silent, storage: files, operator }
  }
}

/**
 * Opens the site of the settings for looking at it. It changes nothing, but for what repairs do.
 * @throws {Error} when there is none, or its database does not answer
 */
export const openSite = async (
  config: Config,
  options: Options,
  waiting: Waiting = {},
): Promise<Site & { close(): Promise<void> }> => {
  const stops: Stop[] = []
  const close = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next()
  }
  try {
    const { url: databaseUrl, isStopped, close: closeDatabase } = await openSiteDatabase(config, waiting)
    stops.push(closeDatabase)
    const db = openReadOnly(databaseUrl, config.databasePool)
    stops.push(() => db.close())
    const files = await openStoredFiles(config)
    const { dataDir, secret, adminPassword } = config
    let scan: Promise<ScannedStore> | undefined
    const site = {
      config: {
        ...config,
        databaseUrl,
        secret: secret ?? storedIn(secretFile(dataDir)),
        adminPassword: adminPassword ?? storedIn(passwordFile(dataDir)),
      },
      db,
      files,
      structure: await structureOf(db),
      isStopped,
      options,
    }
    const scanned = () => {
      scan ??= scanStore(site)
      return scan
    }
    const forgetScan = () => {
      scan = undefined
    }
    const repairDeps = openRepairs(site.config, files, stops)
    return { ...site, scan: scanned, forgetScan, repairDeps, repairStores: () => openStores(config), close }
  } catch (failure) {
    await close()
    throw failure
  }
}
