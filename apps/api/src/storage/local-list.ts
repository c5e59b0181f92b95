import type { Dirent } from 'node:fs'
import { lstat, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, isAbsent } from '../domain/error-code.ts'
import { isKey } from '../domain/media-keys.ts'
import { foreignPath, textOf } from './local-names.ts'
import { type ListedObject, PAGE_SIZE, type Page, type Query } from './storage.ts'

type Bounds = { prefix: string; after: string; window: number; onClosed?: ((path: string) => void) | undefined }
/** A file or folder; a folder's `path` ends with a slash. */
type Entry = { path: string; isFolder: boolean; isFile: boolean }

/** Names of one folder that are held in memory at a time, however many it has. */
const WINDOW = 20_000

const SURROGATE = /[\ud800-\udfff]/
/** The order of keys as bytes: that of strings, but for characters beyond the basic plane. */
const compare = (a: string, b: string): number => {
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : a > b ? 1 : 0
}
const byPath = (a: Entry, b: Entry) => compare(a.path, b.path)

/** Whether keys that begin with `path` can lie within the bounds. */
const mayHold = (path: string, { prefix, after }: Bounds): boolean =>
  (path.startsWith(prefix) || prefix.startsWith(path)) && (after.startsWith(path) || compare(path, after) > 0)

const entryOf = (folder: string, dirent: Dirent<Buffer>): Entry => {
  const isFolder = dirent.isDirectory()
  return { path: folder + textOf(dirent.name) + (isFolder ? '/' : ''), isFolder, isFile: dirent.isFile() }
}

/** That of a folder that only another user may read, such as `lost+found`. */
const isForbidden = (failure: unknown) => ['EACCES', 'EPERM'].includes(String(codeOf(failure)))

/** The first entries of a folder within the bounds that come after `last`, in order; a window of them. */
const windowOf = async (root: string, folder: string, { bounds, last }: { bounds: Bounds; last: string }) => {
  let entries: Entry[] = []
  let isCut = false
  const shorten = () => {
    entries.sort(byPath)
    isCut ||= entries.length > bounds.window
    entries = entries.slice(0, bounds.window)
  }
  try {
    const path = folder === '' ? root : foreignPath(root, folder.slice(0, -1))
    // The types of Node know no encoding here.
    const options = { encoding: 'buffer' as BufferEncoding, bufferSize: 1024 }
    for await (const dirent of await opendir(path, options)) {
      const entry = entryOf(folder, dirent as unknown as Dirent<Buffer>)
      if (compare(entry.path, last) <= 0 || !mayHold(entry.path, bounds)) continue
      entries.push(entry)
      if (entries.length >= 2 * bounds.window) shorten()
    }
  } catch (failure) {
    if (!isAbsent(failure) && !isForbidden(failure)) throw failure
    // One below the root that is gone had nothing that anybody needs.
    if (folder === '' || !isAbsent(failure)) bounds.onClosed?.(folder)
  }
  shorten()
  return { entries, isCut }
}

/** Files in the order of their keys; folders that lie wholly before the cursor are not opened. */
async function* filesOf(root: string, folder: string, bounds: Bounds): AsyncGenerator<Entry> {
  let last = ''
  for (;;) {
    const { entries, isCut } = await windowOf(root, folder, { bounds, last })
    for (const entry of entries) {
      if (entry.path === '.incoming/') continue
      if (entry.isFolder) yield* filesOf(root, entry.path, bounds)
      else if (compare(entry.path, bounds.after) > 0 && entry.path.startsWith(bounds.prefix)) yield entry
    }
    if (!isCut) return
    last = entries.at(-1)?.path ?? ''
  }
}

/** Ours are looked at as they are read; a foreign link is none of the store's files. */
const readFacts = async (root: string, { path, isFile }: Entry, { foreign = false, onClosed }: Query) => {
  if (foreign ? !isFile : !isKey(path)) return undefined
  try {
    return await (foreign ? lstat(foreignPath(root, path)) : stat(join(root, path)))
  } catch (failure) {
    if (!isAbsent(failure)) onClosed?.(path)
    return undefined
  }
}

/** One page of the objects under `root`; the cursor is the last key of the page before. */
export async function listFolder(root: string, query: Query, window = WINDOW): Promise<Page> {
  const { prefix, cursor, limit = PAGE_SIZE, onClosed } = query
  const objects: ListedObject[] = []
  for await (const entry of filesOf(root, '', { prefix, after: cursor ?? '', window, onClosed })) {
    const facts = await readFacts(root, entry, query)
    if (!facts) continue
    if (objects.length === limit) return { objects, cursor: objects.at(-1)?.key ?? null }
    objects.push({ key: entry.path, size: facts.size, lastModified: facts.mtime })
  }
  return { objects, cursor: null }
}
