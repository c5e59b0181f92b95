import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ParsedTarEntry } from 'modern-tar'
import { checkKey } from '../../domain/media-keys.ts'
import { listFolder, localMedia, openLocalFiles } from '../../platform/storage/local.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { pagesOf } from '../../platform/storage/storage.ts'
import { skipBody } from './archive-reader.ts'
import type { AddEntry } from './archive-writer.ts'
import { FOLDERS } from './manifest.ts'

/** Tar stores times as eleven octal digits: seconds since 1970. */
const LATEST = new Date((8 ** 11 - 1) * 1000)
const inTar = (time: Date) => new Date(Math.min(Math.max(time.getTime(), 0), LATEST.getTime()))

/** Adds all files whose names follow the site's pattern, even if no item uses them. */
export const addMediaFiles = async (dataDir: string, add: AddEntry): Promise<void> => {
  const { read } = openLocalFiles(dataDir)
  for await (const files of pagesOf((query) => listFolder(localMedia(dataDir), query), { prefix: '' }))
    for (const { key } of files) {
      const content = await read(key)
      // A file that has disappeared belongs to no item, because items' files can't be deleted during a backup.
      if (!content) continue
      const { object, body } = content
      const chunks = Buffer.isBuffer(body) ? [body] : body
      await add({ name: FOLDERS.media + key, size: object.size, mtime: inTar(object.lastModified), chunks })
    }
}

/** `end` waits for all writes. `undo` tries to remove the added files. */
export type MediaTarget = {
  put: (key: string, entry: ParsedTarEntry) => Promise<void>
  end: () => Promise<void>
  undo: () => Promise<void>
}

const refuseOther = (key: string) => {
  throw new Error(`The media store already has another file ${JSON.stringify(key)}.`)
}

/** Keeps an existing file of the same size. */
export const mediaOnDisk = (root: string): MediaTarget => {
  const added: string[] = []
  const folders: string[] = []
  return {
    async put(key, entry) {
      checkKey(key)
      const path = join(root, key)
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

/** Writes each file to the folder `temp` before uploading it. */
export const mediaInBucket = (storage: Storage, temp: string): MediaTarget => {
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
