import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '../../domain/day.ts'
import { getCode } from '../../domain/error-code.ts'
import { storageUnavailable } from './storage.ts'

export const buildTempName = (pid: number) => `${hostname()}-${pid}`

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (failure) {
    return getCode(failure) === 'EPERM'
  }
}

/** Returns true if the folder's process has ended. Folders of other hosts on a shared disk are kept for a day. */
const isAbandoned = async (parent: string, name: string): Promise<boolean> => {
  const [, host, pid] = /^(.+)-(\d+)$/.exec(name) ?? []
  if (host === hostname()) return !isAlive(Number(pid))
  const found = await stat(join(parent, name)).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > DAY_MS
}

const removeFolder = (path: string) => rm(path, { recursive: true, force: true })

export const claimTempFolder = async (parent: string): Promise<string> => {
  await mkdir(parent, { recursive: true })
  const own = join(parent, buildTempName(process.pid))
  // A folder with this name was left by an earlier process, because process ids are reused.
  await removeFolder(own)
  for (const name of await readdir(parent)) if (await isAbandoned(parent, name)) await removeFolder(join(parent, name))
  await mkdir(own, { recursive: true })
  return own
}

/**
 * Runs `work` with a temporary folder, and removes the folder afterwards.
 * @throws AppError `unavailable`
 */
export const withTempFolder = async <T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = join(parent, randomUUID())
  await mkdir(folder, { recursive: true }).catch((failure) => Promise.reject(storageUnavailable(failure)))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  }
}
