import { join } from 'node:path'
import { UPLOAD_MAX_BYTES, UPLOAD_TOO_LARGE } from '@hotvote/shared/limits'
import type { Db } from '../../db/client.ts'
import { AppError } from '../../domain/errors.ts'
import { contentOf, originalKeysOf, partsOfKey, stemOfContent } from '../../domain/media-keys.ts'
import { sha256Of } from '../../media/fingerprint.ts'
import { copiesOnDisk, requireRoomFor } from '../../storage/free-disk.ts'
import { type ListedObject, ORIGINAL_MAX } from '../../storage/storage.ts'
import { withTempFolder } from '../../storage/temp-folder.ts'
import { restoreMedia } from '../uploads/restored-media.service.ts'
import { isOfClaim } from '../uploads/taken-down-uploads.service.ts'
import { addMedia, type NewMedia, type UploadDeps } from '../uploads/uploads.service.ts'
import type { Group } from './bucket-groups.ts'
import { dropUnfinished, isContentKnown, isContentRemoved, isOriginal } from './import.queries.ts'

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
const outcomeOf = ({ isWaiting }: { isWaiting: boolean }): ImportOutcome => (isWaiting ? WAITING : 'made')
const TOO_LARGE = refused(UPLOAD_TOO_LARGE)

/**
 * Whether the copy of a content is there; one that broke off is made again. It is asked for by its names: a list would read the
 * whole folder of copies, for each file anew.
 */
const isCopied = async ({ db, storage }: UploadDeps, stem: string) => {
  const keys = originalKeysOf(stem)
  if (await dropUnfinished(db, keys)) return false
  if (await isOriginal(db, keys)) return true
  const stored = await Promise.all(keys.map((key) => storage.head(key)))
  return stored.some((object) => object !== null)
}

/** What every item of an import is given. */
const givenBy = ({ ownerId, save }: ImportDeps): Pick<NewMedia, 'ownerId' | 'save'> => ({
  ownerId,
  save: async (tx, made) => save?.(tx, outcomeOf(made)),
})

/** Shows a cleaned copy of the file at `path`, under a key of its own. */
const importCopy = async (deps: ImportDeps, path: string, name: string): Promise<ImportOutcome> => {
  const sha256 = await sha256Of(path)
  const content = contentOf(sha256)
  const stem = stemOfContent(content)
  if (await isContentRemoved(deps.db, content)) return skipped(REMOVED)
  const isThere = (await isCopied(deps, stem)) || (await isContentKnown(deps.db, sha256))
  if (isThere) return skipped('Same content as another item')
  return outcomeOf(await addMedia(deps, { ...givenBy(deps), path, name, stem }))
}

type CopyRequest = { file: ListedObject; limit: number }

/** Runs `work` with a temporary copy of an object; the object stays as it is. */
const withObject = async (
  deps: UploadDeps,
  { file: { key, size }, limit }: CopyRequest,
  work: (path: string) => Promise<ImportOutcome>,
) => {
  await requireRoomFor(deps.config, copiesOnDisk(deps.config) * size)
  return withTempFolder(deps.tempDir, async (folder) => {
    const path = join(folder, 'object')
    const copied = await deps.storage.copy(key, { to: path, limit })
    if (copied === 'too large') return TOO_LARGE
    if (copied === 'unreadable') return refused('The file cannot be read')
    return copied === 'gone' ? GONE : work(path)
  })
}

const importForeign = async (deps: ImportDeps, file: ListedObject): Promise<ImportOutcome> =>
  withObject(deps, { file, limit: UPLOAD_MAX_BYTES }, (path) => importCopy(deps, path, file.key))

/** What was deleted after the files were listed has lost some of them before, and the others since. */
const areFilesLeft = async ({ storage }: UploadDeps, stem: string) =>
  (await storage.list({ prefix: `${stem}-`, limit: 1 })).objects.length > 0

/** Files of an item of ours whose row is gone. An original that we did not write is a foreign file. */
const importOurs = async (deps: ImportDeps, { files, stem }: Group): Promise<ImportOutcome> => {
  const original = files.find(({ key }) => partsOfKey(key).variant === 'original')
  if (!original) return (await areFilesLeft(deps, stem)) ? refused('The original of this item is missing') : GONE
  if (original.size === 0) return refused('The file is empty')
  const { key, size } = original
  return withObject(deps, { file: original, limit: ORIGINAL_MAX }, async (path) => {
    const given = { ...givenBy(deps), path, name: key, stem }
    const restored = await restoreMedia(deps, given, { key, size })
    if (restored === 'gone') return GONE
    if (restored !== 'foreign') return outcomeOf({ isWaiting: restored === 'waiting' })
    return size > UPLOAD_MAX_BYTES ? TOO_LARGE : importCopy(deps, path, key)
  })
}

const REFUSALS = ['unsupported_type', 'too_large', 'unreadable_media']

/**
 * Makes an item of files that no row refers to, after the same checks as an upload.
 * @throws AppError `unavailable` when database or storage fail, or the disk is nearly full
 */
export const importGroup = async (deps: ImportDeps, group: Group): Promise<ImportOutcome> => {
  const [first] = group.files
  if (!first) return GONE
  try {
    if (group.isOurs) return await importOurs(deps, group)
    if (first.size > UPLOAD_MAX_BYTES) return TOO_LARGE
    return first.size === 0 ? refused('The file is empty') : await importForeign(deps, first)
  } catch (failure) {
    if (failure instanceof AppError && failure.code === 'taken_down') return isOfClaim(failure) ? TAKEN_DOWN : BARRED
    if (failure instanceof AppError && REFUSALS.includes(failure.code)) return refused(failure.message)
    throw failure
  }
}
