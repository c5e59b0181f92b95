import { and, asc, eq, inArray, isNull, like, lt, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { listOriginalKeys, listRenditionKeys, parseKey } from '../../domain/media-keys.ts'
import { onlyRow } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { media, users } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import type { ProcessedMedia } from '../../platform/decoder/processed-media.ts'
import { FILE_KEYS, IS_CHECKING, IS_STORED, IS_WAITING, MEDIA_COLUMNS } from './stored-media.sql.ts'

/** Hashes are in hex, `placeholder` is in base64, `perceptualHash` is in decimal. */
export type PendingRow = Omit<ProcessedMedia, 'files'> & {
  ownerId: number
  originalName: string
  size: number
  originalKey: string
  displayKey: string | null
  thumbKey: string | null
  uploadKey: Buffer | null
}

export const insertPending = async (db: Db, row: PendingRow): Promise<number> => {
  const { size, placeholder, sha256, storedSha256, perceptualHash, centerHashes, pictureHashes, ...columns } = row
  const [center] = centerHashes
  const insert = db.orm.insert(media).values({
    ...columns,
    sizeBytes: size,
    placeholder: placeholder === null ? null : Buffer.from(placeholder, 'base64'),
    sha256: Buffer.from(sha256, 'hex'),
    storedSha256: Buffer.from(storedSha256, 'hex'),
    perceptualHash: perceptualHash === null ? null : BigInt(perceptualHash),
    centerHash: center === undefined ? null : BigInt(center),
    pictureHashes: Buffer.from(pictureHashes.join(''), 'hex'),
  })
  return onlyRow(await insert.returning({ id: media.id }).prepare('insert_pending').execute()).id
}

export type UploadedRow = Pick<
  PendingRow,
  | 'originalName'
  | 'size'
  | 'width'
  | 'height'
  | 'originalKey'
  | 'thumbKey'
  | 'placeholder'
  | 'backdrop'
  | 'hasSound'
  | 'sha256'
> & { id: number; mimeType: string; createdAt: Date; isWaiting: boolean; isChecking: boolean }

export const findUploadedItem = async (db: Db, uploadKey: Buffer): Promise<UploadedRow | null> => {
  const [row] = await db.orm
    .select({
      ...MEDIA_COLUMNS,
      placeholder: sql<string | null>`encode(${media.placeholder}, 'base64')`,
      sha256: sql<string>`encode(${media.sha256}, 'hex')`,
      isWaiting: IS_WAITING,
      isChecking: IS_CHECKING,
    })
    .from(media)
    .where(and(eq(media.uploadKey, uploadKey), IS_STORED))
  return row ?? null
}

/** Deletes the unfinished row of an earlier attempt, and returns the keys of its files. */
export const deleteUnfinished = async (db: Db, { uploadKey, sha256 }: PendingRow): Promise<string[]> => {
  const isSame = and(sql`${media.uploadKey} = ${uploadKey}`, eq(media.sha256, Buffer.from(sha256, 'hex')))
  const unfinished = and(isSame, eq(media.status, 'pending'))
  const [row] = await db.orm.delete(media).where(unfinished).returning({ keys: FILE_KEYS })
  return row?.keys ?? []
}

export const deleteOnePending = async (db: Db, id: number): Promise<string[]> => {
  const unfinished = and(eq(media.id, id), eq(media.status, 'pending'))
  const [row] = await db.orm.delete(media).where(unfinished).returning({ keys: FILE_KEYS })
  return row?.keys ?? []
}

/** SQL condition on the owner. Imports continue even if the user who owns imported items is blocked. */
export const MAY_UPLOAD = '(blocked_at IS NULL OR is_library)'

const PUBLISH = statement({
  name: 'publish',
  row: { createdAt: z.date() },
  text: `
WITH item AS (SELECT owner_id, (declined_reason IS NOT NULL)::int AS was_declined FROM media WHERE id = $1 AND status = $2 FOR UPDATE),
owner AS (UPDATE users u SET uploads = uploads + 1, declined_uploads = declined_uploads - was_declined FROM item
  WHERE u.id = item.owner_id AND u.deleted_at IS NULL AND (NOT $3 OR ${MAY_UPLOAD}) RETURNING u.id),
top AS (UPDATE catalog SET last_position = last_position + 1 FROM owner RETURNING last_position)
UPDATE media SET status = 'ready', trashed_at = NULL, trashed_by = NULL, declined_reason = NULL,
  declined_note = NULL, updated_at = now(), position = CASE WHEN NOT EXISTS (
  SELECT FROM reported_media WHERE media_id = $1 AND is_hidden AND decided_at IS NULL) THEN top.last_position END
FROM top WHERE media.id = $1
RETURNING created_at`,
})

/**
 * Locks the catalog last, so positions follow the commit order (docs/decisions/003). `screened` items have the status
 * `waiting`. Returns null if the owner was deleted, or is blocked and the decision is automatic.
 */
export const publish = async (
  db: Db,
  id: number,
  from: 'pending' | 'screened' | 'waiting' | 'trashed' = 'pending',
): Promise<{ createdAt: Date } | null> => {
  const isAutomatic = from === 'pending' || from === 'screened'
  const [row] = await db.query(PUBLISH, [id, from === 'screened' ? 'waiting' : from, isAutomatic])
  return row ?? null
}

type Trust = { approvals: number; trustsSaved: boolean }

/** Live uploads count as approved, so a site's regular uploaders are not treated as new. */
export const isNewUploader = async ({ orm }: Db, id: number, { approvals, trustsSaved }: Trust) => {
  const isAnonymous = trustsSaved ? isNull(users.emailVerifiedAt) : undefined
  const [row] = await orm
    .select({ id: users.id })
    .from(media)
    .innerJoin(users, eq(users.id, media.ownerId))
    .where(and(eq(media.id, id), lt(users.uploads, approvals), isAnonymous))
  return row !== undefined
}

export const deletePending = async ({ orm }: Db, olderThanMinutes: number, limit: number): Promise<string[]> => {
  const { id, status, createdAt } = media
  const isOld = and(eq(status, 'pending'), lte(createdAt, sql`now() - make_interval(mins => ${olderThanMinutes})`))
  const oldest = orm.select({ id }).from(media).where(isOld).orderBy(asc(createdAt)).limit(limit)
  const old = orm.$with('old').as(oldest.for('update', { skipLocked: true }))
  const isOne = inArray(id, orm.select({ id: old.id }).from(old))
  const rows = await orm.with(old).delete(media).where(isOne).returning({ keys: FILE_KEYS })
  return rows.flatMap(({ keys }) => keys)
}

const IS_WITHOUT = and(like(media.mimeType, 'image/%'), isNull(media.displayKey))

export const keyWithoutRenditions = async (db: Db, id: number): Promise<string | null> => {
  const isIt = and(eq(media.id, id), IS_WITHOUT)
  const [row] = await db.orm.select({ key: media.originalKey }).from(media).where(isIt).prepare('to_render').execute()
  return row?.key ?? null
}

export const renditionsWanted = async (db: Db, originalKey: string): Promise<'wanted' | 'there' | 'gone'> => {
  const isWithout = sql<boolean>`${IS_WITHOUT}`
  const isIt = and(eq(media.originalKey, originalKey), IS_STORED)
  const [row] = await db.orm.select({ isWithout }).from(media).where(isIt)
  if (!row) return 'gone'
  return row.isWithout ? 'wanted' : 'there'
}

/** Hashes are in hex. */
type Made = {
  displayKey: string
  mediumKey: string | null
  smallKey: string | null
  shareKey: string | null
  sha256: string
  pictureHashes: string[]
}

/** Returns false if the item was deleted or already has renditions. */
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

const IS_STORED_SOON = or(IS_STORED, eq(media.status, 'pending'))

/** Returns the keys that an item uses, including trashed and pending items. */
export const keysInUse = async (db: Db, keys: string[]): Promise<Set<string>> => {
  const stems = new Set(keys.flatMap((key) => parseKey(key).stem ?? []))
  const originals = sql.param([...stems].flatMap(listOriginalKeys))
  const isOne = and(
    sql`${media.originalKey} = ANY (${originals}::text[])`,
    or(IS_STORED_SOON, eq(media.status, 'trashed')),
  )
  const isWithout = sql<boolean>`${and(IS_WITHOUT, IS_STORED_SOON)}`
  const columns = { original: media.originalKey, files: FILE_KEYS, isWithout }
  const rows = await db.orm.select(columns).from(media).where(isOne)
  return new Set(
    rows.flatMap(({ original, files, isWithout }) => {
      const { stem } = parseKey(original)
      return isWithout && stem !== undefined ? [...files, ...listRenditionKeys(stem)] : files
    }),
  )
}
