import { partsOfKey } from '../../domain/media-keys.ts'
import type { ListedObject, Storage } from '../../platform/storage/storage.ts'
import { pagesOf } from '../../platform/storage/storage.ts'

/** Files of one item of ours, or one foreign file. A foreign name among the files of an item divides them. */
export type Group = { stem: string; isOurs: boolean; files: ListedObject[] }

/** Objects that are listed at once; a bucket gives fewer. */
const PAGE = 10_000

/** Every object of the store behind the key `after`, in the order of keys. */
async function* objectsOf(storage: Storage, after: string | null): AsyncGenerator<ListedObject> {
  for await (const objects of pagesOf(storage.list, { prefix: '', cursor: after, limit: PAGE, foreign: true }))
    yield* objects
}

/** A second file of a variant, under another extension, is no file of the item. */
const isNext = ({ stem, files }: Group, key: string) => {
  const next = partsOfKey(key)
  return next.stem === stem && files.every((file) => partsOfKey(file.key).variant !== next.variant)
}

/** Every object of the store behind the key `after`, those of one item together. */
export async function* groupsOf(storage: Storage, after: string | null): AsyncGenerator<Group> {
  let open: Group | undefined
  for await (const file of objectsOf(storage, after)) {
    if (open && isNext(open, file.key)) open.files.push(file)
    else {
      if (open) yield open
      const { stem } = partsOfKey(file.key)
      open = { stem: stem ?? file.key, isOurs: stem !== undefined, files: [file] }
    }
  }
  if (open) yield open
}

export const countFiles = async (storage: Storage, signal: AbortSignal): Promise<number> => {
  let files = 0
  for await (const _file of objectsOf(storage, null)) {
    if (signal.aborted) break
    files++
  }
  return files
}
