import { and, eq, isNull, like, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { media } from '../../db/schema/index.ts'
import { FILE_KEYS, IS_STORED } from '../../db/stored-media.ts'
import { originalKeysOf, partsOfKey, renditionKeysOf } from '../../domain/media-keys.ts'

/** A picture of which only the files are stored that an upload brings. */
const IS_WITHOUT = and(like(media.mimeType, 'image/%'), isNull(media.displayKey))

/** The original of an item whose renditions are to be made. Null when it is a video, or has them. */
export const keyWithoutRenditions = async (db: Db, id: number): Promise<string | null> => {
  const isIt = and(eq(media.id, id), IS_WITHOUT)
  const [row] = await db.orm.select({ key: media.originalKey }).from(media).where(isIt).prepare('to_render').execute()
  return row?.key ?? null
}

/** What is to be done for the item of this original: its renditions, nothing, or it is gone. */
export const renditionsWanted = async (db: Db, originalKey: string): Promise<'wanted' | 'there' | 'gone'> => {
  const isWithout = sql<boolean>`${IS_WITHOUT}`
  const isIt = and(eq(media.originalKey, originalKey), IS_STORED)
  const [row] = await db.orm.select({ isWithout }).from(media).where(isIt)
  if (!row) return 'gone'
  return row.isWithout ? 'wanted' : 'there'
}

/** Hashes are hex. */
type Made = {
  displayKey: string
  mediumKey: string | null
  smallKey: string | null
  shareKey: string | null
  sha256: string
  pictureHashes: string[]
}

/** Names the stored renditions of an item. False when it is gone, or has them. */
export const addRenditions = async (db: Db, originalKey: string, made: Made): Promise<boolean> => {
  const { sha256, pictureHashes, ...keys } = made
  const hashes = Buffer.from(pictureHashes.join(''), 'hex')
  const rows = await db.orm
    .update(media)
    .set({
      ...keys,
      renditionsSha256: Buffer.from(sha256, 'hex'),
      pictureHashes: sql`${media.pictureHashes} || ${hashes}`,
    })
    .where(and(eq(media.originalKey, originalKey), IS_STORED, IS_WITHOUT))
    .returning({ id: media.id })
  return rows.length > 0
}

/** Its files are there, or are just being stored. */
const IS_STORED_SOON = or(IS_STORED, eq(media.status, 'pending'))

/**
 * Those of these files that an item has, also in the trash, or that are just being stored or made for it.
 */
export const keysInUse = async (db: Db, keys: string[]): Promise<Set<string>> => {
  const stems = new Set(keys.flatMap((key) => partsOfKey(key).stem ?? []))
  const originals = sql.param([...stems].flatMap(originalKeysOf))
  const isOne = and(
    sql`${media.originalKey} = ANY (${originals}::text[])`,
    or(IS_STORED_SOON, eq(media.status, 'trashed')),
  )
  const isWithout = sql<boolean>`${and(IS_WITHOUT, IS_STORED_SOON)}`
  const columns = { original: media.originalKey, files: FILE_KEYS, isWithout }
  const rows = await db.orm.select(columns).from(media).where(isOne)
  return new Set(
    rows.flatMap(({ original, files, isWithout }) => {
      const { stem } = partsOfKey(original)
      return isWithout && stem !== undefined ? [...files, ...renditionKeysOf(stem)] : files
    }),
  )
}
