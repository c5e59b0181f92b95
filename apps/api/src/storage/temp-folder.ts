import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../domain/error-code.ts'
import { storageUnavailable } from './storage.ts'

/** Milliseconds after which a folder of another machine counts as left behind. */
const FOREIGN_AGE = 60 * 60 * 1000

/** Empty where the system has none. */
const read = (look: () => string) => {
  try {
    return look().trim()
  } catch {
    return ''
  }
}

/**
 * Where the number of a process is that of no other: a machine since it started, and there one container. Containers may share
 * the name of their host, and a disk.
 */
const PLACE = [
  hostname(),
  read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  read(() => readlinkSync('/proc/self/ns/pid')),
].join(' ')
const MACHINE = `${hostname()}-${createHash('sha256').update(PLACE).digest('hex').slice(0, 12)}`

/** The folder of a process of this machine. */
export const tempNameOf = (pid: number) => `${MACHINE}-${pid}`

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (failure) {
    return codeOf(failure) === 'EPERM'
  }
}

/** Whether nobody writes to this folder any more. */
const isAbandoned = async (parent: string, name: string): Promise<boolean> => {
  const [, host, pid] = /^(.+)-(\d+)$/.exec(name) ?? []
  if (host === MACHINE) return !isAlive(Number(pid))
  const found = await stat(join(parent, name)).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > FOREIGN_AGE
}

/** Folders in `parent` that processes left which ended by force; none when there is no such parent. */
const abandonedFolders = async (parent: string): Promise<string[]> => {
  const names = await readdir(parent).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code !== 'ENOENT') throw failure
    return []
  })
  const abandoned = await Promise.all(names.map((name) => isAbandoned(parent, name)))
  return names.filter((_, index) => abandoned[index]).map((name) => join(parent, name))
}

const removeFolder = (path: string) => rm(path, { recursive: true, force: true })

/**
 * Makes the folder of a process again after another machine removed it. The parent has to exist: on a disk that is not
 * mounted, files would be written below its mount point and hidden later.
 */
export const restoreTempFolder = async (own: string) => {
  await mkdir(own).catch((failure) => codeOf(failure) === 'EEXIST' || Promise.reject(failure))
}

/** Milliseconds from one look after the folder to the next; `signal` ends them. */
type Care = { every?: number; signal?: AbortSignal }

const removeAbandoned = async (parent: string) => {
  for (const path of await abandonedFolders(parent)) await removeFolder(path)
}

/**
 * Renews the time of the folder, by which other machines that share the disk see that it is in use, and removes what these have
 * left behind since: a container that was killed is another machine than the next one, which starts too soon after it to tell.
 */
const careFor = (own: string, parent: string, { every = FOREIGN_AGE / 6, signal }: Care) => {
  const look = async () => {
    await utimes(own, new Date(), new Date()).catch(() => restoreTempFolder(own))
    await removeAbandoned(parent)
  }
  const timer = setInterval(() => void look().catch(() => undefined), every).unref()
  signal?.addEventListener('abort', () => clearInterval(timer))
}

/**
 * An empty folder in `parent` for this process alone. What processes that ended by force left behind is removed, now and later; other
 * processes, which may share the disk, keep theirs.
 */
export const claimTempFolder = async (parent: string, care: Care = {}): Promise<string> => {
  await mkdir(parent, { recursive: true })
  const own = join(parent, tempNameOf(process.pid))
  // An earlier process may have had this number.
  await removeFolder(own)
  await removeAbandoned(parent)
  await mkdir(own, { recursive: true })
  careFor(own, parent, care)
  return own
}

/**
 * Runs `work` with an empty folder in `parent` that is gone afterwards, whatever happens.
 * @throws AppError `unavailable` when the disk takes no folder
 */
export const withTempFolder = async <T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = join(parent, randomUUID())
  await mkdir(folder, { recursive: true }).catch((failure) => Promise.reject(storageUnavailable(failure)))
  try {
    return await work(folder)
  } finally {
    // A file that is just being written may appear while the folder is emptied.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  }
}
