import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { access, constants, copyFile, type FileHandle, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, isAbsent } from '../domain/error-code.ts'
import { checkKey, contentTypeOf } from '../domain/media-keys.ts'
import { copyForeign } from './local-copy.ts'
import { listFolder } from './local-list.ts'
import { BUFFERED_MAX, type ByteRange, type Content, type Storage, storageUnavailable } from './storage.ts'
import { syncToDisk } from './sync-to-disk.ts'
import { claimTempFolder } from './temp-folder.ts'

/** Runs disk work; a missing file becomes null, any other failure a 503. */
const orMissing = async <T>(work: () => Promise<T>): Promise<T | null> => {
  try {
    return await work()
  } catch (failure) {
    if (isAbsent(failure)) return null
    throw storageUnavailable(failure)
  }
}

/** Makes names durable: the folder's own entry and those of every folder that was just made above it. */
const syncFolders = async (folder: string, firstMade: string | undefined): Promise<void> => {
  // Windows has no way to sync a folder, and no need to.
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
  contentType: contentTypeOf(key),
  etag: `"${facts.size.toString(36)}-${Math.round(facts.mtimeMs * 1000).toString(36)}"`,
  lastModified: facts.mtime,
})

/** The bytes of an open file, which is closed now or by the end of the stream. */
const bodyOf = async (handle: FileHandle, { start, end }: ByteRange): Promise<Content['body']> => {
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
    return { object, body: await bodyOf(handle, range ?? { start: 0, end: object.size - 1 }) }
  } catch (failure) {
    await handle.close().catch(() => undefined)
    throw failure
  }
}

/** A copy beside the store, on disk before it gets its name: a reader never sees half of it. */
const writeFile = async (source: string, path: string, { temp, size }: { temp: string; size: number }) => {
  try {
    // Another host that shares the disk may have removed an idle folder. A disk that is not mounted is not written to.
    await mkdir(dirname(temp)).catch((failure) => codeOf(failure) === 'EEXIST' || Promise.reject(failure))
    await copyFile(source, temp, constants.COPYFILE_FICLONE)
    if ((await stat(temp)).size !== size) throw new Error('The file is not as long as announced')
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

/** Where media are without a bucket. */
export const localMedia = (dataDir: string) => join(dataDir, 'media')
/** Where files lie while they are written. */
export const incomingFiles = (dataDir: string) => join(localMedia(dataDir), '.incoming')

/** What is stored in files under `dataDir/media`, without a place to write more. */
export const openLocalFiles = (dataDir: string): Omit<Storage, 'put' | 'ready'> => {
  const root = localMedia(dataDir)
  const pathOf = pathIn(root)
  return {
    read: async (key, range) => {
      const path = pathOf(key)
      return orMissing(() => readFile(path, key, range))
    },
    head: async (key) => {
      const path = pathOf(key)
      return orMissing(async () => describe(key, await stat(path)))
    },
    delete: async (key) => {
      const path = pathOf(key)
      await orMissing(async () => {
        await unlink(path)
        await syncFolders(dirname(path), undefined)
      })
    },
    list: (query) => listFolder(root, query).catch((failure) => Promise.reject(storageUnavailable(failure))),
    copy: (key, target) =>
      copyForeign(root, key, target).catch((failure) =>
        Promise.reject(failure instanceof RangeError ? failure : storageUnavailable(failure)),
      ),
  }
}

/** Media in files under `dataDir/media`. */
export const openLocalStorage = async (dataDir: string): Promise<Storage> => {
  const incoming = await claimTempFolder(incomingFiles(dataDir))
  const pathOf = pathIn(localMedia(dataDir))
  return {
    ...openLocalFiles(dataDir),
    put: async (key, source, size) => writeFile(source, pathOf(key), { temp: join(incoming, randomUUID()), size }),
    ready: async () => {
      await access(incoming, constants.W_OK).catch((failure) => Promise.reject(storageUnavailable(failure)))
    },
  }
}
