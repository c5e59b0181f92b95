import { createHash } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, lt, lte, max, min, or, type SQL } from 'drizzle-orm'
import { onlyRow } from '../db/aggregates.ts'
import { media } from '../db/schema/index.ts'
import { IS_STORED } from '../db/stored-media.ts'
import { contentTypeOf, isKey, RENDITIONS, VARIANTS, type Variant } from '../domain/media-keys.ts'
import { inBatches } from '../features/bucket/batches.ts'
import { breach, type Check, type Findings, looked } from './check.ts'
import type { Site } from './site.ts'
import type { StoredFiles } from './store-scan.ts'
import { byId } from './walk.ts'

const COLUMNS = {
  id: media.id,
  original: media.originalKey,
  display: media.displayKey,
  thumb: media.thumbKey,
  medium: media.mediumKey,
  small: media.smallKey,
  mimeType: media.mimeType,
  size: media.sizeBytes,
  storedSha256: media.storedSha256,
  renditionsSha256: media.renditionsSha256,
}

/** Also in the trash. */
const HAS_FILES = or(IS_STORED, eq(media.status, 'trashed'))

const itemsWhere = ({ db }: Pick<Site, 'db'>, condition: SQL | undefined) =>
  db.orm.select(COLUMNS).from(media).where(and(condition, HAS_FILES)).orderBy(asc(media.id))
type Item = Awaited<ReturnType<typeof itemsWhere>>[number]

const keysOf = (item: Item) =>
  VARIANTS.flatMap((variant): { variant: Variant; key: string }[] => {
    const key = item[variant]
    return key === null ? [] : [{ variant, key }]
  })

/** What is wrong with the names of an item's files. */
const wrongNames = (item: Item) =>
  keysOf(item)
    .filter(
      ({ variant, key }) => !isKey(key) || (variant === 'original' && contentTypeOf(key) !== (item.mimeType as string)),
    )
    .map(({ variant }) => `item ${item.id}: the name of its ${variant} is not that of a ${item.mimeType}`)

/** A file may have been stored after the scan passed its place: each missing one is looked up by itself. */
const wrongFiles = async ({ files }: { files: StoredFiles }, item: Item, known: (variant: Variant) => boolean) => {
  const wrong: string[] = []
  for (const { variant, key } of keysOf(item)) {
    if (!isKey(key) || known(variant)) continue
    const object = await files.head(key)
    if (!object) wrong.push(`item ${item.id}: its ${variant} is not in the store`)
    else if (variant === 'original' && object.size !== item.size)
      wrong.push(`item ${item.id}: its original has ${object.size} bytes instead of ${item.size}`)
  }
  return wrong
}

/** The first file that is gone ends it: that is told by itself. */
const hashOf = async (files: StoredFiles, keys: string[]): Promise<Buffer | undefined> => {
  const hash = createHash('sha256')
  for (const key of keys) {
    const content = await files.read(key)
    if (!content) return undefined
    if (Buffer.isBuffer(content.body)) hash.update(content.body)
    else for await (const chunk of content.body) hash.update(chunk)
  }
  return hash.digest()
}

/** The files that each hash of an item is over. */
const hashedFiles = (item: Item): [hash: Buffer | null, keys: string[]][] => {
  const { storedSha256, renditionsSha256 } = item
  const made = keysOf(item).filter(({ variant }) => renditionsSha256 !== null && variant in RENDITIONS)
  const stored = keysOf(item).filter((file) => !made.some(({ key }) => key === file.key))
  return [
    [storedSha256, stored.map(({ key }) => key)],
    [renditionsSha256, made.map(({ key }) => key)],
  ]
}

const wrongBytes = async (site: Site, item: Item): Promise<string[]> => {
  if (keysOf(item).some(({ key }) => !isKey(key))) return []
  for (const [expected, keys] of hashedFiles(item)) {
    const hash = expected && (await hashOf(site.files, keys))
    if (hash && !hash.equals(expected)) return [`item ${item.id}: its files are not the bytes that were stored`]
  }
  return []
}

type Wrong = Map<number, { original: string; texts: string[] }>

/** Tells what is wrong with items whose files are still there: one that is deleted meanwhile loses them, or has them moved. */
const tell = async (site: Site, found: Findings, wrong: Wrong) => {
  if (wrong.size === 0) return
  for (const { id, original } of await itemsWhere(site, inArray(media.id, [...wrong.keys()]))) {
    const about = wrong.get(id)
    if (about?.original === original) for (const text of about.texts) breach(found, text)
  }
}

type Look = (item: Item) => Promise<string[]>

/** Some items at a time: the store is asked for several at once. */
const lookAt = async (site: Site, found: Findings, { items, look }: { items: Item[]; look: Look }) => {
  const wrong: Wrong = new Map()
  await inBatches(items, async (item) => {
    const texts = await look(item)
    if (texts.length > 0) wrong.set(item.id, { original: item.original, texts })
  })
  await tell(site, found, wrong)
}

const inRange = ({ after, last }: { after: number; last: number }) => and(gt(media.id, after), lte(media.id, last))

/** Names, presence and size of the files of all items that were there before the scan. */
const lookAtStore = async (site: Site, found: Findings) => {
  const { startedAt, seen, sizes } = await site.scan()
  await byId(site.db, { id: media.id }, async (range) => {
    const items = await itemsWhere(site, and(inRange(range), lt(media.createdAt, startedAt)))
    looked(found, 'items', items.length)
    const look: Look = async (item) => {
      const isKnown = (variant: Variant) =>
        seen.has(item.id, variant) && (variant !== 'original' || sizes.get(item.id) === item.size)
      return [...wrongNames(item), ...(await wrongFiles(site, item, isKnown))]
    }
    await lookAt(site, found, { items, look })
  })
}

/** Some of the newest items, and as many others at random. */
const sampleOf = async (site: Site): Promise<Item[]> => {
  const { db, options } = site
  const newest = db.orm.select(COLUMNS).from(media).where(HAS_FILES).orderBy(desc(media.id)).limit(options.sample)
  const items = new Map((await newest).map((item) => [item.id, item]))
  const ends = onlyRow(await db.orm.select({ first: min(media.id), last: max(media.id) }).from(media))
  for (let drawn = 0; drawn < options.sample && items.size > 0; drawn++) {
    const place = (ends.first ?? 0) + Math.floor(Math.random() * ((ends.last ?? 0) - (ends.first ?? 0) + 1))
    const [item] = await itemsWhere(site, gt(media.id, place - 1)).limit(1)
    if (item) items.set(item.id, item)
  }
  return [...items.values()]
}

/** The bytes themselves, of a sample of the items or of all. */
const lookAtBytes = async (site: Site, found: Findings) => {
  let without = 0
  const read = async (items: Item[]) => {
    const known = items.filter(({ storedSha256 }) => storedSha256 !== null)
    without += items.length - known.length
    looked(found, 'items byte by byte', known.length)
    await lookAt(site, found, { items: known, look: (item) => wrongBytes(site, item) })
  }
  if (site.options.allFiles)
    await byId(site.db, { id: media.id }, async (range) => read(await itemsWhere(site, inRange(range))))
  else await read(await sampleOf(site))
  if (without > 0)
    found.notes.push(`${without} items are older than the hashes of stored files: their bytes were not compared`)
}

/** Every item has its files, as they were stored. */
export const itemFiles: Check = {
  number: 5,
  title: 'Every item has its files, as they were stored',
  keptBy: new RegExp(`^media_(${VARIANTS.join('|')})_key_key$`),
  async look(site, found) {
    await lookAtStore(site, found)
    await lookAtBytes(site, found)
  },
}
