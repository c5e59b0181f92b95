import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { refuseForeignPostgres } from '../embedded-postgres/embedded.ts'
import { pathExists } from './path-exists.ts'

export const postgresFolder = (dataDir: string) => join(dataDir, 'postgres')
/** A restore builds the data folder here and then moves it into place. */
export const incomingFolder = (dataDir: string) => join(dataDir, 'restoring')
export const tempFolder = (dataDir: string) => join(dataDir, 'tmp')
export const secretFile = (dataDir: string) => join(dataDir, 'secret')
export const passwordFile = (dataDir: string) => join(dataDir, 'admin-password')

/**
 * Reads a file of the data folder, or creates it.
 * @throws {Error} if the file is empty, because an empty secret would let everyone in
 */
const storedValue = (file: string, make: () => string) => {
  if (!pathExists(file)) {
    const value = make()
    // Write to a temporary file first, so that a full disk or a crash can't leave an empty secret.
    writeFileSync(`${file}.new`, `${value}\n`, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
    return value
  }
  const value = readFileSync(file, 'utf8').trim()
  if (value === '')
    throw new Error(`${file} is empty. Restore its content, or delete it to create a new one at the next start.`)
  return value
}

const newPassword = () => randomBytes(15).toString('base64url')

/** Stores the secret, so that visitors stay logged in after a restart. */
export const storedSecret = (dataDir: string) => storedValue(secretFile(dataDir), () => randomBytes(32).toString('hex'))

/** Call `wasShown` after showing the password. Until then, it is shown at every start. */
export const storedAdminPassword = (dataDir: string): { value: string; wasShown?: () => void } => {
  const file = passwordFile(dataDir)
  if (pathExists(file)) return { value: storedValue(file, newPassword) }
  const unshown = `${file}.unshown`
  return { value: storedValue(unshown, newPassword), wasShown: () => renameSync(unshown, file) }
}

/** Error code if another process has the lock (`SQLITE_BUSY`). */
const BUSY = 5

const lockFile = (file: string) => {
  const lock = new DatabaseSync(file)
  try {
    // Use IMMEDIATE, because two concurrent starts can block each other with EXCLUSIVE locks.
    lock.exec('BEGIN IMMEDIATE')
    return lock
  } catch (failure) {
    lock.close()
    if ((failure as { errcode?: number }).errcode === BUSY) return undefined
    throw failure
  }
}

/** @throws {Error} after an interrupted restore, because data may be missing */
export const refuseUnfinishedRestore = (dataDir: string) => {
  if (pathExists(incomingFolder(dataDir)))
    throw new Error(`A restore into ${dataDir} was interrupted. Empty this folder and run "pnpm restore" again.`)
}

export class DataDirInUse extends Error {
  override name = 'DataDirInUse'
}

/**
 * Takes a SQLite lock, which the operating system releases when this process ends.
 * @throws {DataDirInUse} with the process id
 */
export const claimDataDir = (dataDir: string) => {
  mkdirSync(dataDir, { recursive: true })
  refuseForeignPostgres(postgresFolder(dataDir))
  const numberFile = join(dataDir, 'hotvote.pid')
  const lock = lockFile(join(dataDir, 'hotvote.lock'))
  if (!lock) {
    const number = existsSync(numberFile) && readFileSync(numberFile, 'utf8')
    const holder = number ? `process ${number}` : 'another process'
    throw new DataDirInUse(`${dataDir} is in use by ${holder}. Stop it first, or set DATA_DIR to another folder.`)
  }
  writeFileSync(numberFile, String(process.pid))
  return () => {
    rmSync(numberFile, { force: true })
    lock.close()
  }
}
