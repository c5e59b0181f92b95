import { randomUUID } from 'node:crypto'
import pino from 'pino'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/client.ts'
import type { Waiting } from '../db/embedded.ts'
import { ping } from '../db/ping.ts'
import { openSiteDatabase } from '../db/site-database.ts'
import { flagsOf, optionsOf, urlWith } from '../db/url-settings.ts'
import { openStoredFiles } from '../storage/open-storage.ts'
import type { Site } from './check.ts'

/** Milliseconds; a statement counts a whole table. */
const STATEMENT_TIMEOUT = 6 * 60 * 60_000
const CONNECTIONS = 2

export type Options = { fix: boolean; readsFiles: boolean }

/**
 * Opens the site of the settings, running or stopped. Without `fix` its database refuses writes.
 * @throws {Error} when there is none, or its database does not answer
 */
export const openSite = async (
  config: Config,
  { fix, readsFiles }: Options,
  waiting: Waiting = {},
): Promise<Site & { close(): Promise<unknown> }> => {
  const log = pino({ level: 'silent' })
  const { url: databaseUrl, isStopped, close } = await openSiteDatabase(config, waiting)
  try {
    const flags = flagsOf({ default_transaction_read_only: fix ? 'off' : 'on' })
    const options = `${optionsOf(databaseUrl)} ${flags}`.trim()
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
