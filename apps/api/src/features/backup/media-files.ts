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

/** `undo` tries to remove the added files. */
export type MediaTarget = {
  put: (key: string, entry: ParsedTarEntry) => Promise<void>
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
  }
}

/** Writes each file to the folder `temp` before uploading it. Keeps an existing object of the same size. */
export const mediaInBucket = (storage: Storage, temp: string): MediaTarget => {
  const added: string[] = []
  return {
    async put(key, entry) {
      const { size } = entry.header
      const there = await storage.head(key)
      if (there) return there.size === size ? skipBody(entry) : refuseOther(key)
      const file = join(temp, randomUUID())
      await pipeline(entry.body, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
      added.push(key)
      await storage.put(key, file, size)
      await rm(file)
    },
    async undo() {
      for (const key of added) await storage.delete(key).catch(() => undefined)
    },
  }
}
