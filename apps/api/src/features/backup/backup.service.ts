import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Deps } from '../../deps.ts'
import { firstEntryAt } from '../../platform/audit/audit-entries.queries.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import type { Config } from '../../platform/config/config.ts'
import { pathExists } from '../../platform/config/path-exists.ts'
import { readVersion } from '../../platform/config/version.ts'
import { lockBackups } from '../../platform/db/backup-lock.ts'
import { type Db, forLog } from '../../platform/db/client.ts'
import { type AddEntry, writeArchive } from './archive-writer.ts'
import { copyDatabase } from './database-copy.ts'
import { FOLDERS, FORMAT, MANIFEST, type Manifest, SECRETS } from './manifest.ts'
import { addMediaFiles } from './media-files.ts'
import { verifyBackup } from './verify.ts'

type BackupDeps = {
  db: Db
  config: Pick<Config, 'dataDir' | 's3' | 'minFree' | 'secret' | 'adminPassword' | 'databaseDirectUrl'> & {
    databaseUrl: string
  }
}
type Options = { source: 'command' | 'schedule'; signal: AbortSignal }

class BackupRunning extends Error {
  override name = 'BackupRunning'
  override message = 'Another backup of this site is under way.'
}

const addBytes = (add: AddEntry, name: string, bytes: Buffer) => add({ name, size: bytes.length, chunks: [bytes] })

/** Skips secrets that are given as settings, because settings override the files. */
const addSecrets = async ({ dataDir, secret, adminPassword }: BackupDeps['config'], add: AddEntry) => {
  const settings: Record<string, string | undefined> = { secret, 'admin-password': adminPassword }
  for (const name of SECRETS) {
    const path = join(dataDir, name)
    if (!pathExists(path)) continue
    const stored = await readFile(path)
    const setting = settings[name] ?? String(stored).trim()
    if (setting === String(stored).trim()) await addBytes(add, FOLDERS.secrets + name, stored)
  }
}

/** Copies rows before files: a restored file without a row is harmless, a row without a file is not. */
const addSite = async (config: BackupDeps['config'], client: pg.Client, add: AddEntry) => {
  const { dataDir, s3 } = config
  const createdAt = new Date().toISOString()
  await addSecrets(config, add)
  const copied = await copyDatabase(client, add)
  const media = { files: 0, bytes: 0 }
  const addFile: AddEntry = (entry) => {
    media.files++
    media.bytes += entry.size
    return add(entry)
  }
  if (!s3) await addMediaFiles(dataDir, addFile)
  // Fail if the connection and its lock were lost, because files of copied rows may have been deleted.
  await client.query('SELECT 1')
  const manifest: Manifest = {
    format: FORMAT,
    version: readVersion(),
    createdAt,
    ...copied,
    store: s3 ? 'bucket' : 'disk',
    media,
  }
  await addBytes(add, MANIFEST, Buffer.from(JSON.stringify(manifest, null, 2)))
  return manifest
}

/** Contains only numbers, because audit entries are permanent. */
const countFigures = (manifest: Manifest, bytes: number) => {
  const countRows = (table: string) => manifest.tables.find(({ name }) => name === table)?.rows ?? 0
  return {
    bytes,
    users: countRows('users'),
    media: countRows('media'),
    votes: countRows('votes'),
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.media.files,
    fileBytes: manifest.media.bytes,
  }
}

/** @throws {BackupRunning} */
const withBackupLock = async <T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    if (!(await lockBackups(client))) throw new BackupRunning()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Backs up a running site. The file appears only once it is complete. @throws {BackupRunning} */
export const backUp = async ({ db, config }: BackupDeps, file: string, { source, signal }: Options) => {
  const figures = await withBackupLock(config.databaseDirectUrl ?? config.databaseUrl, async (client) => {
    let manifest: Manifest | undefined
    const fill = async (add: AddEntry) => {
      manifest = await addSite(config, client, add)
    }
    const verify = (written: string) => verifyBackup(written, signal)
    const bytes = await writeArchive(file, fill, { minFree: config.minFree, signal, verify })
    if (!manifest) throw new Error('The archive has no manifest')
    return countFigures(manifest, bytes)
  })
  await recordAudit(db, { event: 'backup', actor: 'system', context: { source, ...figures } })
  return figures
}

type ScheduleDeps = Pick<Deps, 'config' | 'db' | 'log'>

const NAME = /^hotvote-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z[.]tar$/
/** Milliseconds a backup may be early, so that checks every ten minutes don't make each backup later than the last. */
const EARLY = 5 * 60_000

const nameAt = (time: Date) => `hotvote-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`

const parseTime = (name: string) => {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  return day ? Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) : undefined
}

const backupsIn = async (dir: string) => (await readdir(dir)).filter((name) => NAME.test(name)).sort()

/** Ignores backups that a wrong clock dated in the future. */
const isDue = (names: string[], every: number, now: number) =>
  !names.some((name) => {
    const age = now - (parseTime(name) ?? 0)
    return age >= 0 && age < every - EARLY
  })

const removeOldest = async (dir: string, { first, newest, keep }: { first: string; newest: string; keep: number }) => {
  const own = (await backupsIn(dir)).filter((name) => name >= first && name <= newest)
  const removed = own.slice(0, -keep)
  for (const name of removed) await rm(join(dir, name), { force: true })
  return removed.length
}

const backUpInto = async (
  deps: ScheduleDeps,
  { dir, every, keep }: NonNullable<ScheduleDeps['config']['backups']>,
  signal: AbortSignal,
) => {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const now = new Date()
  if (!isDue(await backupsIn(dir), every, now.getTime())) return
  const name = nameAt(now)
  const figures = await backUp(deps, join(dir, name), { source: 'schedule', signal })
  const first = nameAt(await firstEntryAt(deps.db))
  const removed = await removeOldest(dir, { first, newest: name, keep })
  deps.log.info({ name, removed, ...figures }, 'backup made')
}

/** Logs a failure and retries after ten minutes. */
export const backUpWhenDue = async (deps: ScheduleDeps, shutdown: AbortSignal): Promise<void> => {
  const { backups } = deps.config
  if (!backups) return
  try {
    await backUpInto(deps, backups, shutdown)
  } catch (failure) {
    if (failure instanceof BackupRunning || shutdown.aborted) return
    deps.log.error(forLog(failure), 'backup failed')
  }
}
