import { ORIGINAL_NAME_MAX } from '@hotvote/shared/limits'
import type { UploadedMedia } from '@hotvote/shared/visitor/uploads'
import { ulid } from 'ulid'
import type { Deps } from '../../deps.ts'
import { splitIntoChunks } from '../../domain/chunks.ts'
import { AppError } from '../../domain/errors.ts'
import { buildKey, buildUploadStem, getExtension, type Variant } from '../../domain/media-keys.ts'
import { mediaUrl, type ServedFrom } from '../../domain/media-urls.ts'
import { getConstraint, withTx } from '../../platform/db/client.ts'
import type { Turn } from '../../platform/decoder/decoder-pool.ts'
import { hashFile } from '../../platform/decoder/fingerprint.ts'
import { MADE_MAX } from '../../platform/decoder/media-limits.ts'
import type { ProcessedMedia } from '../../platform/decoder/processed-media.ts'
import { variantPath } from '../../platform/decoder/processed-media.ts'
import { noSession } from '../../platform/http/guards.ts'
import { requireRoomForUploads } from '../../platform/http/upload.ts'
import { addDeletionJobs, addUploadDeletionJobs } from '../../platform/jobs/queue.ts'
import { withTempFolder } from '../../platform/storage/temp-folder.ts'
import { publishUpload, refuseTakenDown, type Save } from './taken-down-uploads.service.ts'
import {
  deleteOnePending,
  deletePending,
  deleteUnfinished,
  findUploadedItem,
  insertPending,
  keysInUse,
  type PendingRow,
  type UploadedRow,
} from './uploads.queries.ts'

/** Finds the item of an earlier attempt. Rejects a key that is reused for another file (docs/decisions/025). */
const itemSentBefore = async ({ db }: Pick<Deps, 'db'>, uploadKey: Buffer | undefined, path: string) => {
  const item = uploadKey && (await findUploadedItem(db, uploadKey))
  if (item && item.sha256 !== (await hashFile(path)))
    throw new AppError('conflict', 'This upload was already sent with another file.')
  return item || undefined
}

/** Replaces the row of an unfinished attempt, so the client can retry immediately. */
const insertUpload = (deps: Pick<Deps, 'db' | 'log'>, row: PendingRow): Promise<number> => {
  if (row.uploadKey === null) return insertPending(deps.db, row)
  return withTx(deps, async (tx) => {
    await addUploadDeletionJobs(tx, await deleteUnfinished(tx, row))
    return insertPending(tx, row)
  }).catch((failure) => {
    // A concurrent request with this key is creating the item, which the client's next attempt will find.
    if (getConstraint(failure) === 'media_upload_key_key')
      throw new AppError('unavailable', 'This upload is under way.')
    throw failure
  })
}

/** Retries of an upload share its `uploadKey`. `stem` is the prefix of the file keys. */
export type NewMedia = {
  ownerId: number
  path: string
  name: string
  stem?: string
  uploadKey?: Buffer
  /** True for uploads by visitors, but not for imports. */
  isReviewed?: boolean
  save?: Save | undefined
}
export type UploadDeps = Pick<Deps, 'config' | 'db' | 'log' | 'storage' | 'processMedia' | 'tempDir'>
type Keys = Partial<Record<Variant, string>>

const keysFor = ({ files }: ProcessedMedia, stem: string): Keys =>
  Object.fromEntries(files.map(({ variant, contentType }) => [variant, buildKey(stem, variant, contentType)]))

/** Makes a file name safe to store and display. Replaces an empty name with a default one. */
const originalName = (name: string, extension: string): string => {
  const visible = name
    .normalize('NFC')
    .replace(/(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{C}/gu, '')
    .replace(/^.*[/\\]/s, '')
    .replace(/\s+/g, ' ')
    .trim()
  const short = [...visible].slice(0, ORIGINAL_NAME_MAX).join('').trim()
  return /[^.\s]/.test(short) ? short : `upload${extension}`
}

const toRow = (given: NewMedia, media: ProcessedMedia, keys: Keys) => ({
  ...media,
  ownerId: given.ownerId,
  originalName: originalName(given.name, getExtension(media.mimeType)),
  size: media.files.find(({ variant }) => variant === 'original')?.size ?? 0,
  originalKey: keys.original ?? '',
  displayKey: keys.display ?? null,
  thumbKey: keys.thumb ?? null,
  uploadKey: given.uploadKey ?? null,
})

const asEndedSession = (failure: unknown): never => {
  throw getConstraint(failure) === 'media_owner_id_users_id_fk' ? noSession() : failure
}

const storeFiles = async (
  deps: UploadDeps,
  media: ProcessedMedia,
  { keys, folder }: { keys: Keys; folder: string },
) => {
  const stored = await Promise.allSettled(
    media.files.map(async ({ variant, size }) => {
      const key = keys[variant]
      if (key) await deps.storage.put(key, variantPath(folder, variant), size)
    }),
  )
  const failed = stored.find((one) => one.status === 'rejected')
  if (!failed) return
  // Ignore failures, because the sweeper later finds the remaining files through the pending row.
  await Promise.allSettled(Object.values(keys).map((key) => deps.storage.delete(key)))
  throw failed.reason
}

/** Inserts the row before storing the files and publishes last, so even after a crash the row names all files. */
const store = async (
  deps: UploadDeps,
  given: NewMedia,
  made: { media: ProcessedMedia; folder: string },
): Promise<UploadedRow> => {
  const keys = keysFor(made.media, given.stem ?? buildUploadStem(new Date(), ulid()))
  const row = toRow(given, made.media, keys)
  const id = await insertUpload(deps, row).catch(asEndedSession)
  await storeFiles(deps, made.media, { keys, folder: made.folder })
  const isScreened = given.isReviewed === true && deps.config.screening !== undefined
  // Don't clean up after a failure, because the commit may have succeeded.
  const published = await publishUpload(deps, id, { ...given, isScreened, picture: made.media })
  if (!published) {
    // During the upload, the row was swept or replaced, or its owner was deleted or blocked.
    await withTx(deps, async (tx) => {
      await deleteOnePending(tx, id)
      await addUploadDeletionJobs(tx, Object.values(keys))
    })
    const again = await itemSentBefore(deps, given.uploadKey, given.path)
    if (again) return again
    throw new AppError('unavailable', 'The upload took too long.')
  }
  return { ...row, id, ...published }
}

/** Also reserves space for a concurrent upload that has passed the same check. */
const COPIES = 2

const refuseTooMuch = async (config: Deps['config'], { files }: ProcessedMedia) => {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > MADE_MAX) throw new AppError('too_large', `Prepared, the file is larger than ${MADE_MAX / 1024 ** 2} MB`)
  if (!config.s3) await requireRoomForUploads(config, COPIES * bytes)
}

const toUploaded = (config: ServedFrom, row: UploadedRow): UploadedMedia => {
  const servedFrom = row.isWaiting ? {} : config
  return {
    id: row.id,
    url: mediaUrl(servedFrom, row.originalKey),
    thumbnailUrl: row.thumbKey && mediaUrl(servedFrom, row.thumbKey),
    mimeType: row.mimeType,
    originalName: row.originalName,
    size: row.size,
    width: row.width,
    height: row.height,
    placeholder: row.placeholder,
    backdrop: row.backdrop,
    hasSound: row.hasSound,
    uploadedAt: row.createdAt.toISOString(),
    isWaiting: row.isWaiting,
    isChecking: row.isChecking,
  }
}

export const addMedia = (deps: UploadDeps, given: NewMedia, turn?: Turn): Promise<UploadedMedia> =>
  withTempFolder(deps.tempDir, async (folder) => {
    const known = await itemSentBefore(deps, given.uploadKey, given.path)
    if (known) return toUploaded(deps.config, known)
    const media = await deps.processMedia({ path: given.path, folder }, turn)
    await refuseTooMuch(deps.config, media)
    await refuseTakenDown(deps.db, media)
    return toUploaded(deps.config, await store(deps, given, { media, folder }))
  })

const BATCH = 200

export const sweepPending = async (deps: Pick<Deps, 'db' | 'log'>, olderThanMinutes: number): Promise<void> => {
  const sweep = () =>
    withTx(deps, async (tx) => {
      const keys = await deletePending(tx, olderThanMinutes, BATCH)
      await addDeletionJobs(tx, keys)
      return keys.length
    })
  while ((await sweep()) > 0);
}

type DeletionDeps = Pick<Deps, 'db' | 'log'> & { storage: Pick<Deps['storage'], 'delete'> }

const AT_ONCE = 12

/** Skips files that an item uses. Returns the keys of these files, and the failures. */
export const tryToDelete = async ({ db, storage }: DeletionDeps, keys: string[]) => {
  const inUse = await keysInUse(db, keys)
  const unused = keys.filter((key) => !inUse.has(key))
  const failures = new Map<string, Error>()
  for (const some of splitIntoChunks(unused, AT_ONCE))
    await Promise.all(some.map((key) => storage.delete(key).catch((failure: Error) => failures.set(key, failure))))
  return { used: keys.filter((key) => inUse.has(key)), failures }
}

/** Throws if the database or store fails, so that the job is retried. */
export const deleteFiles = async (deps: DeletionDeps, keys: string[]): Promise<void> => {
  const { failures } = await tryToDelete(deps, keys)
  for (const failure of failures.values()) throw failure
}
