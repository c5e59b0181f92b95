import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import {
  access,
  constants,
  copyFile,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { getCode, isAbsent } from '../../domain/error-code.ts'
import { checkKey, getContentType } from '../../domain/media-keys.ts'
import type { Config } from '../config/config.ts'
import {
  BUFFERED_MAX,
  type ByteRange,
  type Content,
  type CopyResult,
  copyBody,
  isListed,
  type ListedObject,
  PAGE_SIZE,
  type Page,
  type Query,
  type Storage,
  storageUnavailable,
  syncToDisk,
} from './storage.ts'
import { claimTempFolder } from './temp-folder.ts'

const MISSING = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']
/** Error codes for symlinks, sockets and files without read permission. */
const UNREADABLE = ['ELOOP', 'ENXIO', 'EACCES', 'EPERM']

/** Flags for files of unknown origin: do not follow links or block on pipes. */
const UNTRUSTED_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

const leadsOut = (part: string) => part === '' || part === '.' || part === '..' || part.includes('\0')

/** @throws RangeError if the key is outside `root` */
const resolveAnyKey = (root: string, key: string): string => {
  if (key.split('/').some(leadsOut) || key.startsWith('.incoming/')) throw new RangeError('Not a key of this store')
  return join(root, key)
}

const copyUntrustedFile = async (path: string, { to, limit }: { to: string; limit: number }): Promise<CopyResult> => {
  const handle = await open(path, UNTRUSTED_FLAGS)
  try {
    if (!(await handle.stat()).isFile()) return 'unreadable'
    return await copyBody(handle.createReadStream({ autoClose: false }), to, limit)
  } finally {
    await handle.close()
  }
}

const copyAnyObject = async (root: string, key: string, target: { to: string; limit: number }): Promise<CopyResult> => {
  const path = resolveAnyKey(root, key)
  try {
    return await copyUntrustedFile(path, target)
  } catch (failure) {
    const { code = '' } = failure as NodeJS.ErrnoException
    if (MISSING.includes(code)) return 'gone'
    if (UNREADABLE.includes(code)) return 'unreadable'
    throw failure
  }
}

type Bounds = { prefix: string; after: string }

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const mayHold = (path: string, { prefix, after }: Bounds): boolean =>
  (path.startsWith(prefix) || prefix.startsWith(path)) && (after.startsWith(path) || compare(path, after) > 0)

/** Matches folders of items. Other folders, such as `lost+found`, may be unreadable. */
const ITEM_FOLDER = /^(\d{4}\/(\d{2}\/)?)?$/
const isForbidden = (failure: unknown) => ['EACCES', 'EPERM'].includes(String(getCode(failure)))

const pathsIn = async (root: string, folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    const listed = entries.filter((entry) => entry.isFile() || entry.isDirectory())
    return listed.map((entry) => folder + entry.name + (entry.isDirectory() ? '/' : ''))
  } catch (failure) {
    if (isAbsent(failure) || (isForbidden(failure) && !ITEM_FOLDER.test(folder))) return []
    throw failure
  }
}

/** Yields files sorted by key. Skips folders before the cursor. */
async function* filesOf(root: string, folder: string, bounds: Bounds): AsyncGenerator<string> {
  for (const path of (await pathsIn(root, folder)).filter((one) => mayHold(one, bounds)).sort(compare)) {
    if (path === '.incoming/') continue
    if (path.endsWith('/')) yield* filesOf(root, path, bounds)
    else if (compare(path, bounds.after) > 0 && path.startsWith(bounds.prefix)) yield path
  }
}

export async function listFolder(root: string, query: Query): Promise<Page> {
  const { prefix, cursor, limit = PAGE_SIZE } = query
  const objects: ListedObject[] = []
  for await (const key of filesOf(root, '', { prefix, after: cursor ?? '' })) {
    // Skip deleted files and names that are not UTF-8.
    const facts = isListed(key, query) ? await lstat(join(root, key)).catch(() => undefined) : undefined
    if (!facts) continue
    if (objects.length === limit) return { objects, cursor: objects.at(-1)?.key ?? null }
    objects.push({ key, size: facts.size, lastModified: facts.mtime })
  }
  return { objects, cursor: null }
}

/** Returns null for a missing file. Other failures become AppError `unavailable`. */
const orMissing = async <T>(work: () => Promise<T>): Promise<T | null> => {
  try {
    return await work()
  } catch (failure) {
    if (isAbsent(failure)) return null
    throw storageUnavailable(failure)
  }
}

/** Syncs the folder and its new parents, so file names survive a power failure. */
const syncFolders = async (folder: string, firstMade: string | undefined): Promise<void> => {
  if (process.platform === 'win32') return
  const top = firstMade ? dirname(firstMade) : folder
  for (let current = folder; current.length >= top.length; current = dirname(current)) {
    await syncToDisk(current)
    if (current === dirname(current)) return
  }
}

const describe = (key: string, facts: Stats) => ({
  key,
  size: facts.size,
  contentType: getContentType(key),
  etag: `"${facts.size.toString(36)}-${Math.round(facts.mtimeMs * 1000).toString(36)}"`,
  lastModified: facts.mtime,
})

const openBody = async (handle: FileHandle, { start, end }: ByteRange): Promise<Content['body']> => {
  const length = end - start + 1
  if (length > BUFFERED_MAX) return handle.createReadStream({ start, end })
  const buffer = Buffer.allocUnsafe(Math.max(length, 0))
  const { bytesRead } = length > 0 ? await handle.read(buffer, 0, length, start) : { bytesRead: 0 }
  await handle.close()
  if (bytesRead < length) throw new Error('The file became shorter')
  return buffer
}

const readFile = async (path: string, key: string, range?: ByteRange): Promise<Content> => {
  const handle = await open(path, 'r')
  try {
    const object = describe(key, await handle.stat())
    return { object, body: await openBody(handle, range ?? { start: 0, end: object.size - 1 }) }
  } catch (failure) {
    await handle.close().catch(() => undefined)
    throw failure
  }
}

/** Writes and syncs a temporary file, then renames it, so readers never see a partial file. */
const writeFile = async (source: string, path: string, { temp, size }: { temp: string; size: number }) => {
  try {
    // Recreate a folder that another host removed, but not its parents, because the disk may be unmounted.
    await mkdir(dirname(temp)).catch((failure) => getCode(failure) === 'EEXIST' || Promise.reject(failure))
    await copyFile(source, temp, constants.COPYFILE_FICLONE)
    if ((await stat(temp)).size !== size) throw new Error('The file size differs from the declared size')
    await syncToDisk(temp)
    const folder = dirname(path)
    const made = await mkdir(folder, { recursive: true })
    await rename(temp, path)
    await syncFolders(folder, made)
  } catch (failure) {
    await rm(temp, { force: true }).catch(() => undefined)
    throw storageUnavailable(failure)
  }
}

const pathIn =
  (root: string) =>
  (key: string): string => {
    checkKey(key)
    return join(root, key)
  }

export const localMedia = (dataDir: string) => join(dataDir, 'media')
export const incomingFiles = (dataDir: string) => join(localMedia(dataDir), '.incoming')

export const openLocalFiles = (dataDir: string): Omit<Storage, 'put' | 'ready'> => {
  const root = localMedia(dataDir)
  const resolvePath = pathIn(root)
  return {
    read: async (key, range) => {
      const path = resolvePath(key)
      return orMissing(() => readFile(path, key, range))
    },
    head: async (key) => {
      const path = resolvePath(key)
      return orMissing(async () => describe(key, await stat(path)))
    },
    delete: async (key) => {
      const path = resolvePath(key)
      await orMissing(async () => {
        await unlink(path)
        await syncFolders(dirname(path), undefined)
      })
    },
    list: (query) => listFolder(root, query).catch((failure) => Promise.reject(storageUnavailable(failure))),
    copy: (key, target) =>
      copyAnyObject(root, key, target).catch((failure) =>
        Promise.reject(failure instanceof RangeError ? failure : storageUnavailable(failure)),
      ),
  }
}

export const openLocalStorage = async (dataDir: string): Promise<Storage> => {
  const incoming = await claimTempFolder(incomingFiles(dataDir))
  const resolvePath = pathIn(localMedia(dataDir))
  return {
    ...openLocalFiles(dataDir),
    put: async (key, source, size) => writeFile(source, resolvePath(key), { temp: join(incoming, randomUUID()), size }),
    ready: async () => {
      await access(incoming, constants.W_OK).catch((failure) => Promise.reject(storageUnavailable(failure)))
    },
  }
}

type Where = Pick<Config, 's3' | 'dataDir'>

/** Loads the S3 client on demand, because it is large. */
const inBucket = async (s3: NonNullable<Config['s3']>) => (await import('./s3.ts')).openS3Storage(s3)

export const openStorage = async ({ s3, dataDir }: Where): Promise<Storage> =>
  s3 ? inBucket(s3) : openLocalStorage(dataDir)

/** Opens the store without creating folders, for commands that read or delete files. */
export const openStoredFiles = async ({ s3, dataDir }: Where): Promise<ReturnType<typeof openLocalFiles>> =>
  s3 ? inBucket(s3) : openLocalFiles(dataDir)
