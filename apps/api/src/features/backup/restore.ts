import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ParsedTarEntry } from 'modern-tar'
import { describeError } from '../../domain/error-text.ts'
import type { Config } from '../../platform/config/config.ts'
import { claimDataDir, incomingFolder, postgresFolder } from '../../platform/config/data-dir.ts'
import { pathExists } from '../../platform/config/path-exists.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded.ts'
import { readDisk } from '../../platform/storage/free-disk.ts'
import { localMedia, openStorage } from '../../platform/storage/local.ts'
import { withTempFolder } from '../../platform/storage/temp-folder.ts'
import { readArchive, readBody, skipBody, UnusableBackup } from './archive-reader.ts'
import { type LoadedRows, type Loader, openLoader } from './database-load.ts'
import { FOLDERS, type Manifest, SECRETS } from './manifest.ts'
import { type MediaTarget, mediaInBucket, mediaOnDisk } from './media-files.ts'
import { verifyBackup } from './verify.ts'

type RestoreOptions = { dataDir: string; minFree: number; signal: AbortSignal }

/** Turns off durability while loading, because everything is synced at the end. */
const LOADING = { fsync: 'off', wal_level: 'minimal', max_wal_senders: '0' }
/** Bytes needed for an empty database, and for temporary data while loading. */
const EMPTY_DATABASE = 200 * 1024 * 1024
/** Bytes. */
const SECRET_MAX = 1024 * 1024
const SECRET = 'secret'
/** Bytes. */
const ROWS_MAX = 1024 * 1024 * 1024

/** Characters. System messages may contain file names of any length. */
const SENTENCE_MAX = 300

const refuse = (file: string, failure: unknown, signal: AbortSignal): never => {
  if (failure instanceof UnusableBackup || signal.aborted) throw failure
  throw new UnusableBackup(`${file} cannot be restored: ${describeError(failure).slice(0, SENTENCE_MAX)}`, {
    cause: failure,
  })
}

const refuseSmallDisk = async (manifest: Manifest, { dataDir, minFree }: RestoreOptions) => {
  const needed = manifest.media.bytes + 2 * manifest.databaseSize + EMPTY_DATABASE
  if ((await readDisk(dataDir)).free < needed + minFree)
    throw new Error(`The disk of ${dataDir} has no room for it: it takes about ${Math.ceil(needed / 1024 / 1024)} MB.`)
}

type Loading = {
  manifest: Manifest
  databaseUrl: string
  media: MediaTarget
  takeSecret: (name: string, entry: ParsedTarEntry) => Promise<void>
  signal: AbortSignal
}

/** Restores files before rows, because a row without its file is worse than the reverse. */
const loadEntries = async (
  file: string,
  { load, endRows, commit }: Loader,
  { media, takeSecret, signal }: Omit<Loading, 'manifest' | 'databaseUrl'>,
) => {
  let rows: LoadedRows | undefined
  for await (const entry of readArchive(file)) {
    signal.throwIfAborted()
    const { name } = entry.header
    if (name.startsWith(FOLDERS.database)) await load(name, await readBody(entry, ROWS_MAX))
    else if (name.startsWith(FOLDERS.secrets)) await takeSecret(name.slice(FOLDERS.secrets.length), entry)
    else if (name.startsWith(FOLDERS.media)) {
      rows ??= await endRows()
      const key = name.slice(FOLDERS.media.length)
      await (rows.pending.has(key) ? skipBody(entry) : media.put(key, entry))
    } else await skipBody(entry)
  }
  rows ??= await endRows()
  signal.throwIfAborted()
  await commit()
  return rows.stopped
}

const loadBackup = async (file: string, { manifest, databaseUrl, ...targets }: Loading) => {
  const loader = await openLoader(databaseUrl, manifest).catch((failure) => refuse(file, failure, targets.signal))
  try {
    return await loadEntries(file, loader, targets)
  } catch (failure) {
    await targets.media.undo()
    return refuse(file, failure, targets.signal)
  } finally {
    await loader.close()
  }
}

const syncDisks = () => {
  if (spawnSync('sync').status !== 0) throw new Error('The restored files could not be synced to the disk.')
}

const makeIncoming = async (file: string, manifest: Manifest, { dataDir, signal }: RestoreOptions) => {
  const folder = incomingFolder(dataDir)
  mkdirSync(folder)
  const takeSecret = async (name: string, entry: ParsedTarEntry) => {
    if (!SECRETS.includes(name)) return skipBody(entry)
    await writeFile(join(folder, name), await readBody(entry, SECRET_MAX), { mode: 0o600, flag: 'wx' })
  }
  const postgres = await startEmbeddedPostgres(postgresFolder(folder), LOADING, { signal })
  try {
    const media = mediaOnDisk(localMedia(folder))
    return await loadBackup(file, { manifest, databaseUrl: postgres.url, media, takeSecret, signal })
  } finally {
    await postgres.stop()
    syncDisks()
  }
}

/** Files that a data folder may contain and still count as empty. */
const ALLOWED_NAMES = /^(hotvote[.](lock|pid).*|lost[+]found)$/

/** Removes the incoming folder last, because the site doesn't start while that folder exists. */
const moveIntoPlace = (dataDir: string) => {
  const incoming = incomingFolder(dataDir)
  for (const name of readdirSync(incoming)) renameSync(join(incoming, name), join(dataDir, name))
  syncDisks()
  rmdirSync(incoming)
}

/** Restores into an empty data folder. @throws {UnusableBackup}, {DataDirInUse} if the site is running */
export const restore = async (file: string, options: RestoreOptions) => {
  const { dataDir, signal } = options
  const manifest = await verifyBackup(file, signal)
  const before = pathExists(dataDir) ? readdirSync(dataDir) : undefined
  const release = claimDataDir(dataDir)
  let isDone = false
  try {
    if (readdirSync(dataDir).some((name) => !ALLOWED_NAMES.test(name)))
      throw new UnusableBackup(
        `${dataDir} is not empty. Move what is in it to another folder, or set another DATA_DIR.`,
      )
    await refuseSmallDisk(manifest, options)
    const stopped = await makeIncoming(file, manifest, options).catch((failure) => {
      rmSync(incomingFolder(dataDir), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
      throw failure
    })
    moveIntoPlace(dataDir)
    isDone = true
    return { manifest, stopped }
  } finally {
    release()
    // After a failure, restore the previous state: either no folder or an empty folder.
    if (!isDone && before === undefined) rmSync(dataDir, { recursive: true })
    if (!isDone && before?.length === 0) for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name))
  }
}

type IntoDatabase = Pick<Config, 'dataDir' | 's3' | 'secret'> & { databaseUrl: string; signal: AbortSignal }

const compareSecret = (secret: string | undefined) => {
  let isSame: boolean | undefined
  return {
    isSame: () => isSame,
    takeSecret: async (name: string, entry: ParsedTarEntry) => {
      const stored = String(await readBody(entry, SECRET_MAX)).trim()
      if (name === SECRET) isSame = stored === secret
    },
  }
}

/** Restores into an empty database and the configured store, or leaves both unchanged. @throws {UnusableBackup} */
export const restoreIntoDatabase = async (file: string, { dataDir, s3, secret, ...rest }: IntoDatabase) => {
  const manifest = await verifyBackup(file, rest.signal)
  const { isSame, takeSecret } = compareSecret(secret)
  const fill = (media: MediaTarget) => loadBackup(file, { manifest, media, takeSecret, ...rest })
  const stopped = s3
    ? await withTempFolder(tmpdir(), async (temp) => fill(mediaInBucket(await openStorage({ s3, dataDir }), temp)))
    : await fill(mediaOnDisk(localMedia(dataDir)))
  if (!s3) syncDisks()
  return { manifest, stopped, isSameSecret: isSame() }
}
