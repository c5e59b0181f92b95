import { partsOfKey } from '../../domain/media-keys.ts'
import { pagesOf } from '../../storage/pages.ts'
import type { ListedObject, Storage } from '../../storage/storage.ts'

/**
 * Files of one item of ours, or one foreign file. `end` is the key behind which the next group begins; null when a
 * foreign name stands between files of ours, and the next group lies before that.
 */
export type Group = { stem: string; isOurs: boolean; files: ListedObject[]; end: string | null }

/** Objects that are listed at once; a bucket gives fewer. */
const PAGE = 10_000

/** Every object of the store behind the key `after`, in the order of keys. */
async function* objectsOf(storage: Storage, after: string | null): AsyncGenerator<ListedObject> {
  for await (const objects of pagesOf(storage.list, { prefix: '', cursor: after, limit: PAGE, foreign: true }))
    yield* objects
}

const foreign = (file: ListedObject): Group => ({ stem: file.key, isOurs: false, files: [file], end: file.key })

/** Whether an item has this file already under another extension: then it is no file of that item. */
const isSecond = ({ files }: Group, key: string) =>
  files.some((file) => partsOfKey(file.key).variant === partsOfKey(key).variant)

/** Every object of the store behind the key `after`, those of one item together. */
export async function* groupsOf(storage: Storage, after: string | null): AsyncGenerator<Group> {
  /** The item whose keys are being met, and foreign names among them. */
  let open: Group[] = []
  let last = after
  const close = () => {
    const groups = open.map((group, index) => ({ ...group, end: index === open.length - 1 ? last : null }))
    open = []
    return groups
  }
  for await (const file of objectsOf(storage, after)) {
    const [item] = open
    const { stem } = partsOfKey(file.key)
    if (item && !file.key.startsWith(`${item.stem}-`)) yield* close()
    last = file.key
    if (open[0] && open[0].stem === stem && !isSecond(open[0], file.key)) open[0].files.push(file)
    else if (open[0]) open.push(foreign(file))
    else if (stem !== undefined) open.push({ stem, isOurs: true, files: [file], end: null })
    else yield foreign(file)
  }
  yield* close()
}

/** How many objects there are. */
export const countFiles = async (storage: Storage, signal: AbortSignal): Promise<number> => {
  let files = 0
  for await (const _file of objectsOf(storage, null)) {
    if (signal.aborted) break
    files++
  }
  return files
}
