import type { Listed, Storage } from '../../storage/storage.ts'

/** Files of one item of ours, or one foreign file. `from` is the cursor of the page that its first file is on. */
export type Group = { stem: string; isOurs: boolean; files: Listed[]; from: string | null }

/** Our keys: `yyyy/mm/{ulid}-{variant}.{ext}`. */
const OURS = /^(\d{4}\/\d{2}\/[0-9a-hjkmnp-tv-z]{26})-(original|display|thumb)\.\w+$/

export const variantOf = (key: string) => OURS.exec(key)?.[2]

/** Every file of the store in the order of keys, those of one item together; beginning at the page of `from`. */
export async function* groupsOf(storage: Storage, from: string | null): AsyncGenerator<Group> {
  let open: Group | undefined
  let cursor = from
  do {
    const page = await storage.list({ prefix: '', cursor })
    for (const file of page.objects) {
      const stem = OURS.exec(file.key)?.[1]
      if (open && stem !== undefined && open.stem === stem) {
        open.files.push(file)
        continue
      }
      if (open) yield open
      open = { stem: stem ?? file.key, isOurs: stem !== undefined, files: [file], from: cursor }
    }
    cursor = page.cursor
  } while (cursor !== null)
  if (open) yield open
}

/** How many files there are. */
export const countFiles = async (storage: Storage, signal: AbortSignal): Promise<number> => {
  let files = 0
  let cursor: string | null = null
  do {
    const page = await storage.list({ prefix: '', cursor })
    files += page.objects.length
    cursor = page.cursor
  } while (cursor !== null && !signal.aborted)
  return files
}
