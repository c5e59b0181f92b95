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

/** Bytes that are read at a time. */
const READ_SIZE = 256 * 1024

/** Tar has no time before 1970, and eleven octal digits for those after it. */
const LATEST = new Date((8 ** 11 - 1) * 1000)
const inTar = (time: Date) => new Date(Math.min(Math.max(time.getTime(), 0), LATEST.getTime()))

/** A file that is gone since the folder was listed was no item's: those wait for the end of a backup. */
const GONE = 'gone'
/** What others put there may be theirs only. */
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

/** @returns whether it was left out because it may not be read */
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

/** Adds every file of a media folder, and returns how many foreign files this account may not read. */
export const addMediaFiles = async (root: string, add: AddEntry): Promise<number> => {
  let skipped = 0
  for await (const files of pagesOf((query) => listFolder(root, query), { prefix: '', foreign: true }))
    for (const { key } of files) if (await addFile(root, key, add)) skipped++
  return skipped
}

/** Where restored media go. `end` waits for all of them, `undo` removes what `put` added as far as it can. */
export type MediaTarget = {
  put: (key: string, entry: ParsedTarEntry) => Promise<void>
  end: () => Promise<void>
  undo: () => Promise<void>
}

const refuseOther = (key: string) => {
  throw new Error(`The media store already has another file ${JSON.stringify(key)}.`)
}

/** Files below `root`. A file that is there already stays when it has the same size. */
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

/** Objects that are written to a bucket at a time. */
const WRITES = 8

type BucketOptions = { temp: string; onForeign: (key: string) => void }

/** Objects of a bucket, by way of files in `temp`. Files with foreign names are left out: `onForeign` learns of each. */
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
