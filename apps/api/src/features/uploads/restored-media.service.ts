import { withTx } from '../../db/client.ts'
import { AppError } from '../../http/errors.ts'
import { withTempFolder } from '../../storage/temp-folder.ts'
import { variantPath } from './processing/variant-path.ts'
import { insertPending, publish } from './uploads.queries.ts'
import { type Keys, keysFor, type Needs, type NewMedia, rowOf } from './uploads.service.ts'

/** `stored` names the files that are there; `size` is the original's, in bytes. */
type Stored = { stored: Keys & { original: string }; size: number }

/**
 * Shows an item again whose files are stored and whose row is gone. Its original is checked like an upload and stays as
 * it is; smaller files that are missing are made again. They come before the row: a sweeper that found a pending row
 * would delete the original, too.
 * @throws AppError as `processMedia` does; `unsupported_type` when name and content differ
 */
export const restoreMedia = (
  deps: Needs,
  given: NewMedia & { stem: string },
  { stored, size }: Stored,
): Promise<void> =>
  withTempFolder(deps.tempDir, async (folder) => {
    const media = await deps.processMedia({ path: given.path, folder })
    const keys: Keys = { ...keysFor(media, given.stem) }
    if (keys.original !== stored.original)
      throw new AppError('unsupported_type', 'The name of the file says another type than its content')
    for (const { variant, ...facts } of media.files) {
      const key = stored[variant] ?? keys[variant]
      if (key && !stored[variant]) await deps.storage.put(key, variantPath(folder, variant), facts)
      keys[variant] = key
    }
    await withTx(deps, async (tx) => {
      const id = await insertPending(tx, { ...rowOf(given, media, keys), size })
      await publish(tx, id)
    })
  })
