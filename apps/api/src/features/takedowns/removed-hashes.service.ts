import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { contentTypeOf, partsOfKey } from '../../domain/media-keys.ts'
import { ORIGINAL_MAX } from '../../storage/storage.ts'
import { withTempFolder } from '../../storage/temp-folder.ts'
import { addHashes, presentEntries } from './taken-down.queries.ts'

type HashDeps = Pick<Deps, 'db' | 'storage' | 'processMedia' | 'tempDir'>

/** Nothing of a file that cannot be read, or not in time; without room or a free decoder it is tried again. */
const hashesOf = async ({ processMedia }: HashDeps, job: { path: string; folder: string }) => {
  try {
    return (await processMedia(job)).pictureHashes
  } catch (failure) {
    if (failure instanceof AppError && failure.code !== 'unavailable') return []
    throw failure
  }
}

/** The hashes of one stored file; none when it is gone. */
const hashesOfStored = (deps: HashDeps, key: string) =>
  withTempFolder(deps.tempDir, async (folder) => {
    const path = join(folder, 'removed')
    const copied = await deps.storage.copy(key, { to: path, limit: ORIGINAL_MAX })
    return copied === 'complete' ? hashesOf(deps, { path, folder }) : []
  })

const variantOf = (key: string) => partsOfKey(key).variant

/** Whether the row of an item knew what its files show: of a film at once, of a picture since it has its renditions. */
const wasHashed = (keys: string[]) =>
  keys.some((key) => variantOf(key) === 'display' || contentTypeOf(key) === 'video/mp4')

/** `takenDown`: ids of the entries about the item that these files belong to. */
type Removed = { keys: string[]; takenDown: number[] }

/**
 * Adds the hashes of what the stored files of a removed item show to its entries, unless its row knew them (docs/decisions/062).
 */
export const hashRemovedMedia = async (deps: HashDeps, { keys, takenDown: all }: Removed) => {
  const takenDown = await presentEntries(deps.db, all, { onlyWithoutHash: wasHashed(keys) })
  if (takenDown.length === 0) return
  const hashes = new Set<string>()
  for (const key of keys.filter((each) => variantOf(each) !== 'thumb'))
    for (const hash of await hashesOfStored(deps, key)) hashes.add(hash)
  if (hashes.size > 0) await addHashes(deps.db, takenDown, [...hashes])
}
