import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, isAbsent } from '../domain/error-code.ts'
import { isListed, type ListedObject, PAGE_SIZE, type Page, type Query } from './storage.ts'

type Bounds = { prefix: string; after: string }

const SURROGATE = /[\ud800-\udfff]/
/** The order of keys as bytes: that of strings, but for characters beyond the basic plane. */
const compare = (a: string, b: string): number => {
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : a > b ? 1 : 0
}

/** Tells whether keys that begin with `path` can lie within the bounds. */
const mayHold = (path: string, { prefix, after }: Bounds): boolean =>
  (path.startsWith(prefix) || prefix.startsWith(path)) && (after.startsWith(path) || compare(path, after) > 0)

/** Folders of items. Another one, such as `lost+found`, may be closed to this account. */
const OF_ITEMS = /^(\d{4}\/(\d{2}\/)?)?$/
const isForbidden = (failure: unknown) => ['EACCES', 'EPERM'].includes(String(codeOf(failure)))

/** Files and folders of a folder; the path of a folder ends with a slash. */
const pathsIn = async (root: string, folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    const listed = entries.filter((entry) => entry.isFile() || entry.isDirectory())
    return listed.map((entry) => folder + entry.name + (entry.isDirectory() ? '/' : ''))
  } catch (failure) {
    if (isAbsent(failure) || (isForbidden(failure) && !OF_ITEMS.test(folder))) return []
    throw failure
  }
}

/** Files in the order of their keys; folders that lie wholly before the cursor are not opened. */
async function* filesOf(root: string, folder: string, bounds: Bounds): AsyncGenerator<string> {
  for (const path of (await pathsIn(root, folder)).filter((one) => mayHold(one, bounds)).sort(compare)) {
    if (path === '.incoming/') continue
    if (path.endsWith('/')) yield* filesOf(root, path, bounds)
    else if (compare(path, bounds.after) > 0 && path.startsWith(bounds.prefix)) yield path
  }
}

/** One page of the objects under `root`; the cursor is the last key of the page before. */
export async function listFolder(root: string, query: Query): Promise<Page> {
  const { prefix, cursor, limit = PAGE_SIZE } = query
  const objects: ListedObject[] = []
  for await (const key of filesOf(root, '', { prefix, after: cursor ?? '' })) {
    // A file that was deleted since, or whose name is no UTF-8.
    const facts = isListed(key, query) ? await lstat(join(root, key)).catch(() => undefined) : undefined
    if (!facts) continue
    if (objects.length === limit) return { objects, cursor: objects.at(-1)?.key ?? null }
    objects.push({ key, size: facts.size, lastModified: facts.mtime })
  }
  return { objects, cursor: null }
}
