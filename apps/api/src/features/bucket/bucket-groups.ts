import { parseKey } from '../../domain/media-keys.ts'
import type { ListedObject, Storage } from '../../platform/storage/storage.ts'
import { pagesOf } from '../../platform/storage/storage.ts'

/** All files of one item, or a single file with an unknown name. Such a file among an item's files splits the group. */
export type Group = { stem: string; isOurs: boolean; files: ListedObject[] }

const PAGE = 10_000

async function* objectsOf(storage: Storage, after: string | null): AsyncGenerator<ListedObject> {
  for await (const objects of pagesOf(storage.list, { prefix: '', cursor: after, limit: PAGE, anyName: true }))
    yield* objects
}

/** A second file of the same variant, with another extension, doesn't belong to the item. */
const isNext = ({ stem, files }: Group, key: string) => {
  const next = parseKey(key)
  return next.stem === stem && files.every((file) => parseKey(file.key).variant !== next.variant)
}

/** Lists the bucket's files, grouped by item, starting after the key `after`. */
export async function* groupsOf(storage: Storage, after: string | null): AsyncGenerator<Group> {
  let open: Group | undefined
  for await (const file of objectsOf(storage, after)) {
    if (open && isNext(open, file.key)) open.files.push(file)
    else {
      if (open) yield open
      const { stem } = parseKey(file.key)
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
