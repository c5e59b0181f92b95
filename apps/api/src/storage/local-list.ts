import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isKey, type Listed, PAGE_SIZE, type Page } from './storage.ts'

type Bounds = { prefix: string; after: string }

/** A folder sorts as its name with the slash, as whole keys do. */
const sortName = (entry: Dirent): string => (entry.isDirectory() ? `${entry.name}/` : entry.name)
const byName = (a: Dirent, b: Dirent): number => (sortName(a) < sortName(b) ? -1 : 1)

/** Whether keys that begin with `path` can lie within the bounds. */
const mayHold = (path: string, { prefix, after }: Bounds): boolean =>
  (path.startsWith(prefix) || prefix.startsWith(path)) && (path > after || after.startsWith(path))

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return []
    throw failure
  })

/** Keys in order; folders that lie wholly before the cursor are not opened. */
async function* keysOf(root: string, folder: string, bounds: Bounds): AsyncGenerator<string> {
  const entries = await entriesOf(join(root, folder))
  for (const entry of entries.sort(byName)) {
    const path = folder + sortName(entry)
    if (!mayHold(path, bounds)) continue
    if (entry.isDirectory()) yield* keysOf(root, path, bounds)
    else if (path > bounds.after && path.startsWith(bounds.prefix) && isKey(path)) yield path
  }
}

type Query = { prefix: string; cursor?: string | null; limit?: number }

/** One page of the objects under `root`; the cursor is the last key of the page before. */
export async function listFolder(root: string, { prefix, cursor, limit = PAGE_SIZE }: Query): Promise<Page> {
  const objects: Listed[] = []
  for await (const key of keysOf(root, '', { prefix, after: cursor ?? '' })) {
    if (objects.length === limit) return { objects, cursor: objects.at(-1)?.key ?? null }
    const facts = await stat(join(root, key)).catch(() => undefined)
    if (facts) objects.push({ key, size: facts.size, lastModified: facts.mtime })
  }
  return { objects, cursor: null }
}
