import { join } from 'node:path'
import { UPLOAD_MAX_BYTES, UPLOAD_TOO_LARGE } from '@hotvote/shared/limits'
import { encodeTime } from 'ulid'
import type { Db } from '../../db/client.ts'
import { AppError } from '../../domain/errors.ts'
import { contentOf, markOf, partsOfKey, stemOfUpload } from '../../domain/media-keys.ts'
import { addDeletionJobs } from '../../jobs/queue.ts'
import { sha256Of } from '../../media/fingerprint.ts'
import { copiesOnDisk, requireRoomFor } from '../../storage/free-disk.ts'
import { type ListedObject, ORIGINAL_MAX } from '../../storage/storage.ts'
import { withTempFolder } from '../../storage/temp-folder.ts'
import { isOfClaim, refuseTakenDown } from '../uploads/taken-down-uploads.service.ts'
import { addMedia, type UploadDeps } from '../uploads/uploads.service.ts'
import type { Group } from './bucket-groups.ts'
import { isContentKnown, isContentRemoved } from './import.queries.ts'

/** `save` is part of the transaction that makes an item. */
type ImportDeps = UploadDeps & { ownerId: number; save?: (tx: Db, outcome: ImportOutcome) => Promise<void> }

/** The outcome of one group: an item, or why there is none. The result lists refused files one by one. */
export type ImportOutcome = 'made' | { skipped: string; isRefused: boolean }

const skipped = (reason: string): ImportOutcome => ({ skipped: reason, isRefused: false })
const refused = (reason: string): ImportOutcome => ({ skipped: reason, isRefused: true })

/** Also of files that wait for their deletion. */
export const REMOVED = 'Deleted from the site'
const TAKEN_DOWN = refused('Taken down after a copyright claim')
const BARRED = refused('Removed by the operator')
const WAITING = skipped('Waiting for review')
const GONE = skipped('Gone in the meantime')
const KNOWN = skipped('Same content as another item')
const TOO_LARGE = refused(UPLOAD_TOO_LARGE)
const outcomeOf = ({ isWaiting }: { isWaiting: boolean }): ImportOutcome => (isWaiting ? WAITING : 'made')

type Source = { group: Group; file: ListedObject }

/**
 * Makes an item of the copy at `path`. Its mark is the upload key, so the database lets one of two runs make the item.
 * Files of ours are deleted once the item has its own.
 */
const importCopy = async (deps: ImportDeps, path: string, { group, file }: Source): Promise<ImportOutcome> => {
  const { files, stem, isOurs } = group
  const sha256 = await sha256Of(path)
  const content = contentOf(sha256)
  const mark = isOurs ? markOf(stem) : content
  const uploadKey = Buffer.from(mark)
  await refuseTakenDown(deps.db, { sha256, pictureHashes: [mark] })
  if (await isContentRemoved(deps.db, [content, mark])) return skipped(REMOVED)
  if (await isContentKnown(deps.db, { sha256, uploadKey })) return KNOWN
  const now = new Date()
  const made = await addMedia(deps, {
    ownerId: deps.ownerId,
    path,
    name: file.key,
    stem: stemOfUpload(now, encodeTime(now.getTime()) + mark),
    uploadKey,
    save: async (tx, saved) => {
      if (isOurs)
        await addDeletionJobs(
          tx,
          files.map(({ key }) => key),
        )
      await deps.save?.(tx, outcomeOf(saved))
    },
  })
  return outcomeOf(made)
}

/** Imports a temporary copy of an object. */
const importObject = async (deps: ImportDeps, source: Source): Promise<ImportOutcome> => {
  const { key, size } = source.file
  const limit = source.group.isOurs ? ORIGINAL_MAX : UPLOAD_MAX_BYTES
  if (size === 0) return refused('The file is empty')
  if (size > limit) return TOO_LARGE
  await requireRoomFor(deps.config, copiesOnDisk(deps.config) * size)
  return withTempFolder(deps.tempDir, async (folder) => {
    const path = join(folder, 'object')
    const copied = await deps.storage.copy(key, { to: path, limit })
    if (copied === 'too large') return TOO_LARGE
    if (copied === 'unreadable') return refused('The file cannot be read')
    return copied === 'gone' ? GONE : importCopy(deps, path, source)
  })
}

/** Files that were deleted after they were listed have lost their original first. */
const areFilesLeft = async ({ storage }: UploadDeps, stem: string) =>
  (await storage.list({ prefix: `${stem}-`, limit: 1 })).objects.length > 0

const REFUSALS = ['unsupported_type', 'too_large', 'unreadable_media']

/**
 * Makes an item of files that no row refers to, by the same checks as an upload: of the original of ours, or of one other file.
 * @throws AppError `unavailable` when database or storage fail, or the disk is nearly full
 */
export const importGroup = async (deps: ImportDeps, group: Group): Promise<ImportOutcome> => {
  const { files, stem, isOurs } = group
  const file = isOurs ? files.find(({ key }) => partsOfKey(key).variant === 'original') : files[0]
  if (!file) return (await areFilesLeft(deps, stem)) ? refused('The original of this item is missing') : GONE
  try {
    return await importObject(deps, { group, file })
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    if (failure.code === 'taken_down') return isOfClaim(failure) ? TAKEN_DOWN : BARRED
    // Another run has made an item of the same mark since it was looked for.
    if (failure.code === 'conflict') return KNOWN
    if (REFUSALS.includes(failure.code)) return refused(failure.message)
    throw failure
  }
}
