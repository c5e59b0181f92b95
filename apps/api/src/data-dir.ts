import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is kept in `name` under the data folder, made by `make` on the first start and readable by its owner only. */
const kept = (dataDir: string, name: string, make: () => string) => {
  const file = join(dataDir, name)
  if (existsSync(file)) return { value: readFileSync(file, 'utf8').trim(), isNew: false }
  const value = make()
  writeFileSync(file, `${value}\n`, { mode: 0o600, flag: 'wx' })
  return { value, isNew: true }
}

/** Signs cookies; made once, so that visitors stay signed in over restarts. */
export const keptSecret = (dataDir: string) => kept(dataDir, 'secret', () => randomBytes(32).toString('hex')).value

/** `isNew` on the start that made it: the only one that prints it. */
export const keptAdminPassword = (dataDir: string) =>
  kept(dataDir, 'admin-password', () => randomBytes(15).toString('base64url'))

const isRunning = (pid: number) => {
  const cmdline = `/proc/${pid}/cmdline`
  if (existsSync('/proc/self/cmdline'))
    return existsSync(cmdline) && /(main|seed)\.ts/.test(readFileSync(cmdline, 'utf8'))
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const inUse = (dataDir: string, by: string) =>
  new Error(`${dataDir} is in use by ${by}. Stop it first, or set DATA_DIR to another folder.`)

/**
 * Keeps a second process off this data folder: two of them would stop each other's database.
 * @returns what gives the folder back
 * @throws {Error} naming the process that has it
 */
export const claimDataDir = (dataDir: string) => {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'hotvote.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (pid && pid !== process.pid && isRunning(pid)) throw inUse(dataDir, `process ${pid}`)
  rmSync(file, { force: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
  } catch (failure) {
    // Another start was faster.
    throw (failure as NodeJS.ErrnoException).code === 'EEXIST' ? inUse(dataDir, 'another process') : failure
  }
  return () => rmSync(file, { force: true })
}
