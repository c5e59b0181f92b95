import { type Db, withTx } from '../../db/client.ts'
import { holding } from '../../db/holding.ts'
import { lockStoredFiles } from '../../db/stored-files.ts'
import { shareTakenDown } from '../../db/taken-down.ts'
import { AppError } from '../../domain/errors.ts'
import { addUnfinishedDeletionJobs } from '../../jobs/queue.ts'
import { sha256Of } from '../../media/fingerprint.ts'
import { isOwnOutput } from '../../media/own-output.ts'
import { variantPath } from '../../media/variant-path.ts'
import { withTempFolder } from '../../storage/temp-folder.ts'
import { publishOrHold, refuseTakenDown } from './taken-down-uploads.service.ts'
import { insertPending } from './uploads.queries.ts'
import { type Keys, keysFor, type NewMedia, rowOf, type UploadDeps } from './uploads.service.ts'

/** The stored original; `size` in bytes. */
type Stored = { key: string; size: number }

/** Until the commit: what is there now is deleted by nobody who does not see the row. */
const areStored = async ({ storage }: UploadDeps, tx: Db, keys: Keys) => {
  await lockStoredFiles(tx)
  const stored = await holding(tx, () => Promise.all(Object.values(keys).map((key) => storage.head(key))))
  return stored.every((object) => object !== null)
}

/**
 * Restores an item whose files are stored and whose row is gone. Its original is checked like an upload and stays as it
 * is; the smaller files are made again, as nobody knows what the stored ones show, and before the row, because the
 * sweeper of pending rows would delete the original, too.
 * @returns `foreign`, and nothing is done, when the original holds data that an upload would have removed: it is not ours; `gone`
 *   when some of it was deleted meanwhile
 * @throws AppError as `processMedia` does; `unsupported_type` when name and content differ; `taken_down`;
 *   `unavailable` when the owner is being deleted
 */
export const restoreMedia = (
  deps: UploadDeps,
  given: NewMedia & { stem: string },
  { key: original, size }: Stored,
): Promise<'made' | 'waiting' | 'foreign' | 'gone'> =>
  withTempFolder(deps.tempDir, async (folder) => {
    const media = await deps.processMedia({ path: given.path, folder })
    const keys = keysFor(media, given.stem)
    if (keys.original !== original)
      throw new AppError('unsupported_type', 'The name of the file says another type than its content')
    if (!(await isOwnOutput(media.mimeType, given.path, variantPath(folder, 'original')))) return 'foreign'
    await refuseTakenDown(deps.db, media)
    for (const { variant, size: bytes } of media.files) {
      const key = keys[variant]
      if (key && variant !== 'original') await deps.storage.put(key, variantPath(folder, variant), bytes)
    }
    const stored = media.files.map(({ variant }) =>
      variant === 'original' ? given.path : variantPath(folder, variant),
    )
    const storedSha256 = await sha256Of(...stored)
    return withTx(deps, async (tx) => {
      if (!(await areStored(deps, tx, keys))) {
        const { original: _stays, ...made } = keys
        await addUnfinishedDeletionJobs(tx, Object.values(made))
        return 'gone'
      }
      await shareTakenDown(tx)
      await refuseTakenDown(tx, media)
      const id = await insertPending(tx, { ...rowOf(given, media, keys), size, storedSha256 })
      const published = await publishOrHold(tx, id, media)
      if (!published) throw new AppError('unavailable', 'Its owner is being deleted')
      await given.save?.(tx, published)
      return published.isWaiting ? 'waiting' : 'made'
    })
  })
