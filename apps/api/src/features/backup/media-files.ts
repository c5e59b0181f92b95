import { createWriteStream } from 'node:fs'
import { mkdir, open, utimes } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ParsedTarEntry } from 'modern-tar'
import { partsOfKey } from '../../domain/media-keys.ts'
import { FOREIGN_FLAGS } from '../../storage/local-copy.ts'
import { listFolder } from '../../storage/local-list.ts'
import { foreignPath } from '../../storage/local-names.ts'
import { pagesOf } from '../../storage/pages.ts'
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

/** All of them, the folder of a year, that of a month, a file in it. */
const MAY_BE_OF_ITEMS = /^$|^\d{4}\/(\d{2}\/)?$/

/**
 * Adds every file of a media folder, also those that nobody imported yet.
 * @returns how many files and folders of those were left out, because they belong to somebody else who lets nobody read them
 * @throws {Error} on a folder or file of items that cannot be read
 */
export const addMediaFiles = async (root: string, add: AddEntry): Promise<number> => {
  let skipped = 0
  const onClosed = (path: string) => {
    if (MAY_BE_OF_ITEMS.test(path) || partsOfKey(path).stem) throw new Error(`${root}/${path} cannot be read.`)
    skipped++
  }
  for await (const files of pagesOf((query) => listFolder(root, query), { prefix: '', foreign: true, onClosed }))
    for (const { key } of files) if (await addFile(root, key, add)) skipped++
  return skipped
}

/** Writes one of them again. */
export const restoreMediaFile = async (root: string, { header, body }: ParsedTarEntry): Promise<void> => {
  const path = foreignPath(root, header.name.slice(FOLDERS.media.length))
  const folder = path.subarray(0, path.lastIndexOf('/'))
  await mkdir(folder, { recursive: true })
  await pipeline(body, createWriteStream(path, { flags: 'wx' }))
  if (header.mtime) await utimes(path, header.mtime, header.mtime)
}
