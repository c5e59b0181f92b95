import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { claimDataDir, DataDirInUse, postgresFolder, refuseUnfinishedRestore } from '../config/data-dir.ts'
import { hasPostgres, runningPostgres, startEmbeddedPostgres, type Waiting } from '../embedded-postgres/embedded.ts'

/** `isStopped` means that the database is embedded and the site is not running. */
type SiteDatabase = { url: string; isStopped: boolean; close: () => Promise<unknown> }

const openRunningSite = async (dataDir: string, inUse: DataDirInUse): Promise<SiteDatabase> => {
  const url = await runningPostgres(postgresFolder(dataDir))
  if (!url) throw new Error(`${inUse.message} Its database does not answer.`)
  return { url, isStopped: false, close: async () => undefined }
}

type Stopped = { dataDir: string; release: () => void }

const startStoppedSite = async ({ dataDir, release }: Stopped, waiting: Waiting): Promise<SiteDatabase> => {
  const dir = postgresFolder(dataDir)
  try {
    refuseUnfinishedRestore(dataDir)
    if (!hasPostgres(dir)) throw new Error(`DATA_DIR (${dataDir}) has no site yet. Start HotVote once to create one.`)
    const postgres = await startEmbeddedPostgres(dir, {}, waiting)
    return { url: postgres.url, isStopped: true, close: () => postgres.stop().finally(release) }
  } catch (failure) {
    release()
    throw failure
  }
}

type Where = Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseDirectUrl'>>

/** Connects to the site's database; if the site is stopped, runs the embedded server until `close`. */
export const openSiteDatabase = async (
  { databaseUrl, databaseDirectUrl, dataDir }: Where,
  waiting: Waiting = {},
): Promise<SiteDatabase> => {
  if (databaseUrl) return { url: databaseDirectUrl ?? databaseUrl, isStopped: false, close: async () => undefined }
  if (!existsSync(dataDir)) throw new Error(`${dataDir} (DATA_DIR) does not exist.`)
  try {
    return await startStoppedSite({ dataDir, release: claimDataDir(dataDir) }, waiting)
  } catch (failure) {
    if (failure instanceof DataDirInUse) return openRunningSite(dataDir, failure)
    throw failure
  }
}
