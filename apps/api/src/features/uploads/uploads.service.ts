import { ORIGINAL_NAME_MAX } from '@hotvote/shared/limits'
import type { UploadedMedia } from '@hotvote/shared/uploads'
import { ulid } from 'ulid'
import { constraintOf, type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { chunksOf } from '../../domain/chunks.ts'
import { AppError } from '../../domain/errors.ts'
import { extensionOf, keyOf, stemOfUpload, type Variant } from '../../domain/media-keys.ts'
import { mediaUrl } from '../../domain/media-urls.ts'
import { blocked, noSession } from '../../http/guards.ts'
import { requireRoomForUploads } from '../../http/upload-slots.ts'
import { addDeletionJobs, addUnfinishedDeletionJobs } from '../../jobs/queue.ts'
import type { Turn } from '../../media/decoder-pool.ts'
import { MADE_MAX } from '../../media/media-limits.ts'
import type { ProcessedMedia } from '../../media/processed-media.ts'
import { variantPath } from '../../media/variant-path.ts'
import { withTempFolder } from '../../storage/temp-folder.ts'
import { keysInUse } from './renditions.queries.ts'
import { insertUpload, itemSentBefore } from './repeated-upload.service.ts'
import { publishUpload, refuseTakenDown, type Save } from './taken-down-uploads.service.ts'
import { deleteOnePending, deletePending, isOwnerBlocked, type UploadedRow } from './uploads.queries.ts'

/**
 * A file to add: where it lies, what its owner calls it; `stem` begins its keys, which are made up without one.
 * `uploadKey` is the same each time the same upload is sent.
 */
export type NewMedia = {
  ownerId: number
  path: string
  name: string
  stem?: string
  uploadKey?: Buffer
  save?: Save | undefined
}
export type UploadDeps = Pick<Deps, 'config' | 'db' | 'log' | 'storage' | 'processMedia' | 'tempDir'>
type Keys = Partial<Record<Variant, string>>

const keysFor = ({ files }: ProcessedMedia, stem: string): Keys =>
  Object.fromEntries(files.map(({ variant, contentType }) => [variant, keyOf(stem, variant, contentType)]))

/**
 * A file name fit to be stored and shown: one line of visible characters and joiners, no folders, at most `ORIGINAL_NAME_MAX`
 * characters. `extension` (with its dot) names a file whose own name has nothing left.
 */
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

const rowOf = (given: NewMedia, media: ProcessedMedia, keys: Keys) => ({
  ...media,
  ownerId: given.ownerId,
  originalName: originalName(given.name, extensionOf(media.mimeType)),
  size: media.files.find(({ variant }) => variant === 'original')?.size ?? 0,
  originalKey: keys.original ?? '',
  displayKey: keys.display ?? null,
  thumbKey: keys.thumb ?? null,
  uploadKey: given.uploadKey ?? null,
})

const asEndedSession = (failure: unknown): never => {
  throw constraintOf(failure) === 'media_owner_id_users_id_fk' ? noSession() : failure
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
  // Best effort: the pending row leads the sweeper to the files that are left.
  await Promise.allSettled(Object.values(keys).map((key) => deps.storage.delete(key)))
  throw failed.reason
}

/** @throws {AppError} `no_session` or `blocked`, when the owner was deleted or blocked meanwhile */
const refuseLateUpload = async (db: Db, ownerId: number) => {
  const isBlocked = await isOwnerBlocked(db, ownerId)
  if (isBlocked === undefined) throw noSession()
  if (isBlocked) throw blocked()
}

/** Row first, then files, then the item is published: a crash at any point leaves a pending row that knows its files. */
const store = async (
  deps: UploadDeps,
  given: NewMedia,
  made: { media: ProcessedMedia; folder: string },
): Promise<UploadedRow> => {
  const keys = keysFor(made.media, given.stem ?? stemOfUpload(new Date(), ulid()))
  const row = rowOf(given, made.media, keys)
  const id = await insertUpload(deps, row).catch(asEndedSession)
  await storeFiles(deps, made.media, { keys, folder: made.folder })
  // A failure here may come after the commit: nothing may be removed then.
  const published = await publishUpload(deps, id, { picture: made.media, save: given.save })
  if (!published) {
    // Swept, sent again, or its owner deleted or blocked in the meantime, maybe before the last file was written.
    await withTx(deps, async (tx) => {
      await deleteOnePending(tx, id)
      await addUnfinishedDeletionJobs(tx, Object.values(keys))
    })
    const again = await itemSentBefore(deps, given.uploadKey, given.path)
    if (again) return again
    await refuseLateUpload(deps.db, given.ownerId)
    throw new AppError('unavailable', 'The upload took too long.')
  }
  return { ...row, id, ...published }
}

/** What is still to be written of them where there is no bucket; as much again may be written by whoever was checked in the same moment. */
const COPIES = 2

/**
 * What was made may be many times what was sent.
 * @throws {AppError} `too_large`; `unavailable` when the disk has no room to store it
 */
const refuseTooMuch = async (config: Deps['config'], { files }: ProcessedMedia) => {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > MADE_MAX) throw new AppError('too_large', `Prepared, the file is larger than ${MADE_MAX / 1024 ** 2} MB`)
  if (!config.s3) await requireRoomForUploads(config, COPIES * bytes)
}

const toUploaded = (config: Deps['config'], row: UploadedRow): UploadedMedia => ({
  id: row.id,
  url: mediaUrl(config, row.originalKey),
  thumbnailUrl: row.thumbKey && mediaUrl(config, row.thumbKey),
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
})

/**
 * Checks, cleans, stores and publishes one file, or finds its item when it was sent before. The file is not moved or
 * changed.
 * @throws AppError as `processMedia` does; `too_large`; `taken_down`; `conflict` when its key came with another file; `unavailable` when database
 *   or storage fail: then nothing is published
 */
export const addMedia = (deps: UploadDeps, given: NewMedia, turn?: Turn): Promise<UploadedMedia> =>
  withTempFolder(deps.tempDir, async (folder) => {
    const known = await itemSentBefore(deps, given.uploadKey, given.path)
    if (known) return toUploaded(deps.config, known)
    const media = await deps.processMedia({ path: given.path, folder }, turn)
    await refuseTooMuch(deps.config, media)
    await refuseTakenDown(deps.db, media)
    return toUploaded(deps.config, await store(deps, given, { media, folder }))
  })

/** Pending rows that one transaction sweeps. */
const BATCH = 200

/** Removes uploads that stayed pending, with their files. */
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

/** Files that are deleted at once. */
const AT_ONCE = 12

/**
 * Deletes stored files that no item names; one that is gone already is fine. A failure stops none of the others.
 * @returns those that an item has, and why the store did not delete which
 */
export const tryToDelete = async ({ db, storage }: DeletionDeps, keys: string[]) => {
  const inUse = await keysInUse(db, keys)
  const unused = keys.filter((key) => !inUse.has(key))
  const failures = new Map<string, Error>()
  for (const some of chunksOf(unused, AT_ONCE))
    await Promise.all(some.map((key) => storage.delete(key).catch((failure: Error) => failures.set(key, failure))))
  return { used: keys.filter((key) => inUse.has(key)), failures }
}

/** The same; throws when database or storage fail, and is then tried again for all of them. */
export const deleteFiles = async (deps: DeletionDeps, keys: string[]): Promise<void> => {
  const { failures } = await tryToDelete(deps, keys)
  for (const failure of failures.values()) throw failure
}
