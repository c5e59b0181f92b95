import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { homeKeyOf, partsOfKey } from '../../domain/media-keys.ts'
import { ORIGINAL_MAX } from '../../storage/storage.ts'
import { withTempFolder } from '../../storage/temp-folder.ts'
import { addHashes, entriesOf } from './taken-down.queries.ts'

type HashDeps = Pick<Deps, 'db' | 'storage' | 'processMedia' | 'tempDir'>

/** Nothing of a file that cannot be read; what is not its fault is thrown, and tried again. */
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

/**
 * Adds what the stored files of an item with claims show, in the last moment that these are there (docs/decisions/062): an item gets the
 * hash of its original with its renditions, which were perhaps not made yet, and one of before has no hashes at all.
 */
export const hashRemovedMedia = async (deps: HashDeps, { keys, claims }: { keys: string[]; claims: number[] }) => {
  const takenDown = await entriesOf(deps.db, claims)
  if (takenDown.length === 0) return
  const hashes = new Set<string>()
  for (const key of keys.filter((each) => partsOfKey(homeKeyOf(each)).variant !== 'thumb'))
    for (const hash of await hashesOfStored(deps, key)) hashes.add(hash)
  if (hashes.size > 0) await addHashes(deps.db, takenDown, [...hashes])
}
