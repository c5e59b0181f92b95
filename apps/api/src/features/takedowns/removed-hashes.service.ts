import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { contentTypeOf, homeKeyOf, partsOfKey } from '../../domain/media-keys.ts'
import { ORIGINAL_MAX } from '../../storage/storage.ts'
import { withTempFolder } from '../../storage/temp-folder.ts'
import { addHashes, entriesOf, type Removed } from './taken-down.queries.ts'

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

const variantOf = (key: string) => partsOfKey(homeKeyOf(key)).variant

/** Whether the row of an item knew what its files show: of a film at once, of a picture since it has its renditions. */
const wasHashed = (keys: string[]) =>
  keys.some((key) => variantOf(key) === 'display' || contentTypeOf(key) === 'video/mp4')

/**
 * Adds what the stored files of an item show that was taken down, or is claimed, in the last moment that these are there
 * (docs/decisions/062): its renditions were perhaps not made yet, or it is from before there were hashes. Otherwise nothing is read.
 */
export const hashRemovedMedia = async (deps: HashDeps, { keys, ...removed }: Removed & { keys: string[] }) => {
  const takenDown = await entriesOf(deps.db, removed, { onlyWithoutHash: wasHashed(keys) })
  if (takenDown.length === 0) return
  const hashes = new Set<string>()
  for (const key of keys.filter((each) => variantOf(each) !== 'thumb'))
    for (const hash of await hashesOfStored(deps, key)) hashes.add(hash)
  if (hashes.size > 0) await addHashes(deps.db, takenDown, [...hashes])
}
