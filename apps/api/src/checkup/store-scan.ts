import type { Database, Db } from '../db/client.ts'
import type { Variant } from '../domain/media-keys.ts'
import { partsOfKey, TRASH } from '../domain/media-keys.ts'
import { type ScannedFile, scanBucket } from '../features/bucket/bucket-scan.ts'
import { referencesTo } from '../features/bucket/import.queries.ts'
import type { ListedObject, Storage } from '../storage/storage.ts'

/** What the checkup may do with stored files. */
export type StoredFiles = Pick<Storage, 'read' | 'head' | 'list' | 'delete'>
type Stores = { db: Database; files: StoredFiles }

/** Milliseconds. A younger file may belong to an upload that is under way: the sweeper's grace. */
const GRACE_PERIOD = 60 * 60_000

const CHUNK = 65_536
const BIT = { original: 1, display: 2, thumb: 4, medium: 8, small: 16 } as const satisfies Record<Variant, number>

/** Which files of which items a scan has seen, and how large the originals are: nine bytes an item, for millions. */
const createSeenFiles = () => {
  const chunks = new Map<number, { bits: Uint8Array; sizes: Float64Array }>()
  const placeOf = (mediaId: number) => {
    const number = Math.floor(mediaId / CHUNK)
    const chunk = chunks.get(number) ?? { bits: new Uint8Array(CHUNK), sizes: new Float64Array(CHUNK) }
    chunks.set(number, chunk)
    return { ...chunk, index: mediaId % CHUNK }
  }
  return {
    add: (mediaId: number, variant: Variant, size: number) => {
      const { bits, sizes, index } = placeOf(mediaId)
      bits[index] = (bits[index] ?? 0) | BIT[variant]
      if (variant === 'original') sizes[index] = size
    },
    has: (mediaId: number, variant: Variant) => {
      const { bits, index } = placeOf(mediaId)
      return ((bits[index] ?? 0) & BIT[variant]) !== 0
    },
    /** Bytes of the original. */
    sizeOf: (mediaId: number) => {
      const { sizes, index } = placeOf(mediaId)
      return sizes[index] ?? 0
    },
  }
}

/** Files that the site has written, that no item has, and that no job is about to delete. Files of others are none. */
const orphansIn = async (db: Db, files: ScannedFile[], before: number): Promise<ListedObject[]> => {
  const unused = files.filter(
    ({ file, use }) => !use && partsOfKey(file.key).stem !== undefined && file.lastModified.getTime() <= before,
  )
  const keys = unused.map(({ file }) => file.key)
  const known = await referencesTo(db, keys, new Date().toISOString())
  return unused.map(({ file }) => file).filter(({ key }) => !known.has(key))
}

/** The same in the trash, which no list of the bucket tells of. */
async function* trashOrphans({ db, files }: Stores, before: number) {
  let cursor: string | null = null
  do {
    const page = await files.list({ prefix: TRASH, cursor })
    const old = page.objects.filter(({ lastModified }) => lastModified.getTime() <= before)
    const known = await referencesTo(
      db,
      old.map(({ key }) => key),
      new Date().toISOString(),
    )
    yield old.filter(({ key }) => !known.has(key))
    cursor = page.cursor
  } while (cursor !== null)
}

/** Every page of the store, with what is known of its files. */
export async function* orphanPages({ db, files }: Stores) {
  const before = Date.now() - GRACE_PERIOD
  for await (const scanned of scanBucket({ db, storage: files }))
    yield { scanned, orphans: await orphansIn(db, scanned, before) }
  for await (const orphans of trashOrphans({ db, files }, before)) yield { scanned: [], orphans }
}

/** Looks at the whole store. */
export const scanStore = async (site: Stores) => {
  const startedAt = new Date()
  const seen = createSeenFiles()
  const orphans: string[] = []
  let [files, orphanCount] = [0, 0]
  for await (const page of orphanPages(site)) {
    files += page.scanned.length
    orphanCount += page.orphans.length
    orphans.push(...page.orphans.slice(0, Math.max(0, 10 - orphans.length)).map(({ key }) => key))
    for (const { file, use } of page.scanned) if (use) seen.add(use.mediaId, use.variant, file.size)
  }
  return { startedAt, seen, files, orphans, orphanCount }
}

export type ScannedStore = Awaited<ReturnType<typeof scanStore>>
