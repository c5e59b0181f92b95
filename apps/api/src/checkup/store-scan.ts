import type { Database, Db } from '../db/client.ts'
import { partsOfKey } from '../domain/media-keys.ts'
import { GRACE_PERIOD, type ScannedFile, scanBucket } from '../features/bucket/bucket-scan.ts'
import { referencesTo } from '../features/bucket/import.queries.ts'
import { createSeenFiles, numbersOfItems } from '../features/bucket/seen-files.ts'
import type { ListedObject, Storage } from '../storage/storage.ts'

/** What the checkup may do with stored files. */
export type StoredFiles = Pick<Storage, 'read' | 'head' | 'list' | 'delete'>
type Stores = { db: Database; files: StoredFiles }

/** Files that the site has written, that no item has, and that no job is about to delete. Files of others are none. */
const orphansIn = async (db: Db, files: ScannedFile[], before: number): Promise<ListedObject[]> => {
  const unused = files.filter(
    ({ file, use }) => !use && partsOfKey(file.key).stem !== undefined && file.lastModified.getTime() <= before,
  )
  const keys = unused.map(({ file }) => file.key)
  const known = await referencesTo(db, keys, new Date().toISOString())
  return unused.map(({ file }) => file).filter(({ key }) => !known.has(key))
}

/** Every page of the store, with what is known of its files. */
export async function* orphanPages({ db, files }: Stores) {
  const before = Date.now() - GRACE_PERIOD
  for await (const scanned of scanBucket({ db, storage: files }))
    yield { scanned, orphans: await orphansIn(db, scanned, before) }
}

/** Looks at the whole store. */
export const scanStore = async (site: Stores) => {
  const startedAt = new Date()
  const seen = createSeenFiles()
  /** Bytes of the originals. */
  const sizes = numbersOfItems(Float64Array)
  const orphans: string[] = []
  let [files, orphanCount] = [0, 0]
  for await (const page of orphanPages(site)) {
    files += page.scanned.length
    orphanCount += page.orphans.length
    orphans.push(...page.orphans.slice(0, Math.max(0, 10 - orphans.length)).map(({ key }) => key))
    for (const { file, use } of page.scanned) {
      if (use) seen.add(use.mediaId, use.variant)
      if (use?.variant === 'original') sizes.set(use.mediaId, file.size)
    }
  }
  return { startedAt, seen, sizes, files, orphans, orphanCount }
}

export type ScannedStore = Awaited<ReturnType<typeof scanStore>>
