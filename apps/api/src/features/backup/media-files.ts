import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ParsedTarEntry } from 'modern-tar'
import { isKey, partsOfKey } from '../../domain/media-keys.ts'
import { FOREIGN_FLAGS, foreignPath, listFolder } from '../../platform/storage/local.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { pagesOf } from '../../platform/storage/storage.ts'
import { skipBody } from './archive-reader.ts'
import type { AddEntry } from './archive-writer.ts'
import { FOLDERS } from './manifest.ts'

/** Bytes. */
const READ_SIZE = 256 * 1024

/** Tar times start in 1970 and have eleven octal digits. */
const LATEST = new Date((8 ** 11 - 1) * 1000)
const inTar = (time: Date) => new Date(Math.min(Math.max(time.getTime(), 0), LATEST.getTime()))

/** The file vanished after the listing, so no item uses it: items' files outlast a backup. */
const GONE = 'gone'
const CLOSED = 'closed'
const CLOSED_CODES = ['EACCES', 'EPERM', 'ELOOP']

const openFile = async (root: string, key: string) => {
  try {
    return await open(foreignPath(root, key), FOREIGN_FLAGS)
  } catch (failure) {
    const { code = '' } = failure as NodeJS.ErrnoException
    if (code === 'ENOENT') return GONE
    if (CLOSED_CODES.includes(code) && !partsOfKey(key).stem) return CLOSED
    throw failure
  }
}

const addFile = async (root: string, key: string, add: AddEntry): Promise<boolean> => {
  const handle = await openFile(root, key)
  if (typeof handle === 'string') return handle === CLOSED
  try {
    const { size, mtime } = await handle.stat()
    const chunks =
      size > 0 ? handle.createReadStream({ end: size - 1, highWaterMark: READ_SIZE, autoClose: false }) : []
    await add({ name: FOLDERS.media + key, size, mtime: inTar(mtime), chunks })
    return false
  } finally {
    await handle.close()
  }
}

/** Returns the number of unreadable foreign files. */
export const addMediaFiles = async (root: string, add: AddEntry): Promise<number> => {
  let skipped = 0
  for await (const files of pagesOf((query) => listFolder(root, query), { prefix: '', foreign: true }))
    for (const { key } of files) if (await addFile(root, key, add)) skipped++
  return skipped
}

/** `end` waits for all writes; `undo` removes added files as far as possible. */
export type MediaTarget = {
  put: (key: string, entry: ParsedTarEntry) => Promise<void>
  end: () => Promise<void>
  undo: () => Promise<void>
}

const refuseOther = (key: string) => {
  throw new Error(`The media store already has another file ${JSON.stringify(key)}.`)
}

/** Existing files with an equal size are not overwritten. */
export const mediaOnDisk = (root: string): MediaTarget => {
  const added: string[] = []
  const folders: string[] = []
  return {
    async put(key, entry) {
      const path = foreignPath(root, key)
      const made = await mkdir(dirname(path), { recursive: true })
      if (made !== undefined) folders.push(made)
      const there = await stat(path).catch(() => undefined)
      if (there) return there.isFile() && there.size === entry.header.size ? skipBody(entry) : refuseOther(key)
      added.push(path)
      await pipeline(entry.body, createWriteStream(path, { flags: 'wx' }))
      if (entry.header.mtime) await utimes(path, entry.header.mtime, entry.header.mtime)
    },
    async undo() {
      for (const path of added) await rm(path, { force: true }).catch(() => undefined)
      for (const folder of folders.reverse()) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    },
    end: async () => undefined,
  }
}

const WRITES = 8

type BucketOptions = { temp: string; onForeign: (key: string) => void }

/** Stages objects in `temp`. Skips foreign names and passes them to `onForeign`. */
export const mediaInBucket = (storage: Storage, { temp, onForeign }: BucketOptions): MediaTarget => {
  const added: string[] = []
  const writes = new Set<Promise<void>>()
  let failure: unknown
  const store = async (key: string, { file, size }: { file: string; size: number }) => {
    try {
      const there = await storage.head(key)
      if (there) return there.size === size ? undefined : refuseOther(key)
      added.push(key)
      await storage.put(key, file, size)
    } catch (error) {
      failure ??= error
    } finally {
      await rm(file, { force: true })
    }
  }
  return {
    async put(key, entry) {
      if (failure !== undefined) throw failure
      if (!isKey(key)) {
        onForeign(key)
        return skipBody(entry)
      }
      const file = join(temp, randomUUID())
      await pipeline(entry.body, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
      while (writes.size >= WRITES) await Promise.race(writes)
      const write: Promise<void> = store(key, { file, size: entry.header.size }).then(() => void writes.delete(write))
      writes.add(write)
    },
    async undo() {
      await Promise.all(writes)
      for (const key of added) await storage.delete(key).catch(() => undefined)
    },
    async end() {
      await Promise.all(writes)
      if (failure !== undefined) throw failure
    },
  }
}
