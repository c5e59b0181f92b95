import { createHash } from 'node:crypto'
import { and, asc, eq, gt, inArray, or } from 'drizzle-orm'
import { splitIntoChunks } from '../domain/chunks.ts'
import { partsOfKey, RENDITIONS } from '../domain/media-keys.ts'
import { findUses, referencesTo } from '../features/bucket/bucket.queries.ts'
import { deleteUnusedFromBucket } from '../features/bucket/bucket-deletion.service.ts'
import { countSeen, GRACE_PERIOD, type SeenFiles, scanBucket } from '../features/bucket/bucket-list.service.ts'
import { FILE_KEYS, IS_STORED } from '../features/media/stored-media.sql.ts'
import { media } from '../platform/db/schema/index.ts'
import type { ListedObject } from '../platform/storage/storage.ts'
import { headAll } from '../platform/storage/storage.ts'
import type { Check, Site } from './check.ts'

const BATCH = 1000
const READ_AT_ONCE = 12

/** Includes trashed items. The first key is the original's. */
const itemsAfter = ({ db }: Site, after: number) => {
  const { id, status, storedSha256, renditionsSha256 } = media
  return db.orm
    .select({ id, keys: FILE_KEYS, storedSha256, renditionsSha256 })
    .from(media)
    .where(and(gt(id, after), or(IS_STORED, eq(status, 'trashed'))))
    .orderBy(asc(id))
    .limit(BATCH)
}
type Item = Awaited<ReturnType<typeof itemsAfter>>[number]

const originalSizes = async ({ db }: Site, keys: string[]) => {
  const { originalKey, sizeBytes } = media
  const rows = await db.orm.select({ originalKey, sizeBytes }).from(media).where(inArray(originalKey, keys))
  return new Map(rows.map((row) => [row.originalKey, row.sizeBytes]))
}

const scanStore = async (site: Site) => {
  const startedAt = new Date()
  const scan = { seen: new Map() as SeenFiles, wrongSizes: [] as string[], orphans: [] as string[] }
  for await (const page of scanBucket(site)) {
    countSeen(scan.seen, page)
    const used = page.flatMap(({ file, use }) => (use ? { ...file, ...use } : []))
    const sizes = await originalSizes(
      site,
      used.map(({ key }) => key),
    )
    for (const { mediaId, key, size } of used) {
      const expected = sizes.get(key) ?? size
      if (size !== expected) scan.wrongSizes.push(`item ${mediaId}: ${key} has ${size} bytes instead of ${expected}`)
    }
    // Young files, and names that are not an item's, are no orphans.
    const isOld = ({ lastModified }: ListedObject) => lastModified.getTime() <= startedAt.getTime() - GRACE_PERIOD
    const unused = page.filter(({ file, use }) => !use && isOld(file) && partsOfKey(file.key).stem)
    const keys = unused.map(({ file }) => file.key)
    // The key may belong to an item added since, or to a pending deletion job.
    const known = await referencesTo(site.db, keys, startedAt.toISOString())
    scan.orphans.push(...keys.filter((key) => !known.has(key)))
  }
  return scan
}
type Scan = Awaited<ReturnType<typeof scanStore>>

const hashFiles = async ({ storage }: Site, keys: string[]) => {
  const hash = createHash('sha256')
  for (const key of keys) {
    const content = await storage.read(key)
    if (!content) return undefined
    if (Buffer.isBuffer(content.body)) hash.update(content.body)
    else for await (const chunk of content.body) hash.update(chunk)
  }
  return hash.digest()
}

/** One hash covers the uploaded files, the other one the renditions. */
const isDamaged = async (site: Site, { keys, storedSha256, renditionsSha256 }: Item) => {
  const isRendition = (key: string) => Object.keys(RENDITIONS).some((variant) => key.includes(`-${variant}.`))
  const parts = [
    { expected: storedSha256, files: keys.filter((key) => !isRendition(key)) },
    { expected: renditionsSha256, files: keys.filter(isRendition) },
  ]
  for (const { expected, files } of parts) {
    const hash = expected && (await hashFiles(site, files))
    if (hash && !hash.equals(expected)) return true
  }
  return false
}

const listDamaged = async (site: Site, items: Item[]) => {
  const damaged: Item[] = []
  for (const some of splitIntoChunks(items, READ_AT_ONCE))
    await Promise.all(some.map(async (item) => (await isDamaged(site, item)) && damaged.push(item)))
  return damaged.map(({ id }) => `item ${id}: its files are not the bytes that were stored`)
}

const lookAtItems = async (site: Site, scan: Scan): Promise<string[]> => {
  const wrong: string[] = []
  for (let items = await itemsAfter(site, 0); items.length > 0; items = await itemsAfter(site, items.at(-1)?.id ?? 0)) {
    // Files stored after the scan passed their place are looked up one by one.
    const suspects = items.filter(({ id, keys }) => scan.seen.get(id) !== keys.length).flatMap(({ keys }) => keys)
    const stored = await headAll(site.storage, suspects)
    const missing = suspects.filter((key) => !stored.has(key))
    if (site.readsFiles) wrong.push(...(await listDamaged(site, items)))
    for (const { mediaId, key } of (await findUses(site.db, missing)).values())
      wrong.push(`item ${mediaId}: ${key} is missing`)
  }
  return wrong
}

const deleteOrphans = async (site: Site, orphans: string[]) => {
  let deleted = 0
  for (const keys of splitIntoChunks(orphans, BATCH)) deleted += await deleteUnusedFromBucket(site, keys, site.operator)
  return deleted
}

export const fileChecks = (): Check[] => {
  let scan: Promise<Scan> | undefined
  const scanOnce = (site: Site) => {
    scan ??= scanStore(site)
    return scan
  }
  return [
    {
      title: 'Files of items',
      look: async (site) => {
        const scanned = await scanOnce(site)
        return { wrong: [...scanned.wrongSizes, ...(await lookAtItems(site, scanned))] }
      },
    },
    {
      title: 'Files without an item',
      look: async (site) => {
        const { orphans } = await scanOnce(site)
        return { wrong: orphans, fix: () => deleteOrphans(site, orphans) }
      },
    },
  ]
}
