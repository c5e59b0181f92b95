import { chunksOf } from '../domain/chunks.ts'
import type { Storage, StoredObject } from './storage.ts'

/** Requests to the store at once. */
const AT_ONCE = 12

/** Looks up objects by their keys, as long as `signal` lets it; the answer has those that are there. */
export const headAll = async ({ head }: Pick<Storage, 'head'>, keys: string[], signal?: AbortSignal) => {
  const found = new Map<string, StoredObject>()
  for (const some of chunksOf(keys, AT_ONCE)) {
    if (signal?.aborted) break
    for (const object of await Promise.all(some.map((key) => head(key)))) if (object) found.set(object.key, object)
  }
  return found
}
