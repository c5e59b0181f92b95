import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ParsedTarEntry } from 'modern-tar'
import { claimDataDir, postgresFolder } from '../../data-dir.ts'
import {
  discardIncoming,
  finishReplacement,
  holdsSite,
  incomingFolder,
  replaceSite,
} from '../../data-dir-replacement.ts'
import { startEmbeddedPostgres } from '../../db/embedded.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { diskOf } from '../../storage/free-disk.ts'
import { localMedia } from '../../storage/local.ts'
import { bodyOf, readArchive, UnusableBackup } from './archive-reader.ts'
import { openLoader } from './database-load.ts'
import { bytesOf, FOLDERS, type Manifest, SECRETS } from './manifest.ts'
import { restoreMediaFile } from './media-files.ts'
import { verifyBackup } from './verify.ts'

type RestoreOptions = { dataDir: string; minFree: number; replaces: boolean; signal: AbortSignal }

/** Nothing of it is worth keeping if the machine goes down: all of it is synced at the end. */
const LOADING = { fsync: 'off', wal_level: 'minimal', max_wal_senders: '0' }
/** Bytes that an empty database takes, and those that loading one may take besides. */
const EMPTY_DATABASE = 200 * 1024 * 1024
/** Bytes of a secret. */
const SECRET_MAX = 1024 * 1024
/** Bytes of compressed rows in one entry. */
const ROWS_MAX = 1024 * 1024 * 1024

const refuseSmallDisk = async (manifest: Manifest, { dataDir, minFree }: RestoreOptions) => {
  const needed = bytesOf(manifest, 'media') + 2 * manifest.databaseSize + EMPTY_DATABASE
  if ((await diskOf(dataDir)).free < needed + minFree)
    throw new Error(`The disk of ${dataDir} has no room for it: it takes about ${Math.ceil(needed / 1024 / 1024)} MB.`)
}

type Targets = { folder: string; load: (entry: string, rows: Buffer) => Promise<void> }

const restoreEntry = async (entry: ParsedTarEntry, { folder, load }: Targets) => {
  const { name } = entry.header
  const secret = name.slice(FOLDERS.secrets.length)
  if (name.startsWith(FOLDERS.media)) await restoreMediaFile(localMedia(folder), entry)
  else if (name.startsWith(FOLDERS.database)) await load(name, await bodyOf(entry, ROWS_MAX))
  else if (SECRETS.includes(secret))
    await writeFile(join(folder, secret), await bodyOf(entry, SECRET_MAX), { mode: 0o600, flag: 'wx' })
  else for await (const _chunk of entry.body);
}

const syncDisks = () => {
  if (spawnSync('sync').status !== 0) throw new Error('The restored files could not be synced to the disk.')
}

/** Makes the site of the backup in the incoming folder. @returns the number of operations that were stopped */
const makeIncoming = async (file: string, manifest: Manifest, { dataDir, signal }: RestoreOptions) => {
  const folder = incomingFolder(dataDir)
  mkdirSync(folder)
  const postgres = await startEmbeddedPostgres(postgresFolder(folder), LOADING, { signal })
  try {
    await migrateDatabase(postgres.url, { only: manifest.migrations.map(({ when }) => when) })
    const { load, finish, close } = await openLoader(postgres.url, manifest)
    try {
      for await (const entry of readArchive(file)) {
        signal.throwIfAborted()
        await restoreEntry(entry, { folder, load })
      }
      return await finish()
    } finally {
      await close()
    }
  } finally {
    await postgres.stop()
    syncDisks()
  }
}

/**
 * Puts the site of a backup into the data folder. The backup is read whole before anything is touched; until all of it is
 * there and on the disk, an old site stays as it is, whatever happens.
 * @returns what was in the backup, how many unfinished operations were stopped, and the folder that the old site was moved to
 * @throws {UnusableBackup} when it is refused; {DataDirInUse} when the site runs
 */
export const restore = async (file: string, options: RestoreOptions) => {
  const { dataDir, replaces, signal } = options
  const manifest = await verifyBackup(file, signal)
  const release = claimDataDir(dataDir)
  try {
    await finishReplacement(dataDir)
    if (!replaces && holdsSite(dataDir))
      throw new UnusableBackup(`${dataDir} is not empty. --replace moves what is there aside.`)
    await refuseSmallDisk(manifest, options)
    const stopped = await makeIncoming(file, manifest, options).catch(async (failure) => {
      await discardIncoming(dataDir)
      throw failure
    })
    return { manifest, stopped, aside: await replaceSite(dataDir) }
  } finally {
    release()
  }
}
