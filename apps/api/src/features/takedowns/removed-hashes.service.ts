import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { partsOfKey } from '../../domain/media-keys.ts'
import { withTempFolder } from '../../storage/temp-folder.ts'
import { addHashes, withoutPictureHash } from './taken-down.queries.ts'

type HashDeps = Pick<Deps, 'db' | 'storage' | 'processMedia' | 'tempDir'>

/** Bytes that a stored original may have. */
const ORIGINAL_MAX = 200 * 1024 * 1024

/** Nothing of a file that cannot be read; what is not its fault is thrown, and tried again. */
const hashesOf = async ({ processMedia }: HashDeps, job: { path: string; folder: string }) => {
  try {
    return (await processMedia(job)).pictureHashes
  } catch (failure) {
    if (failure instanceof AppError && failure.code !== 'unavailable') return []
    throw failure
  }
}

/**
 * Items of before have no hash of what they show (docs/decisions/062): one with claims gets it of its stored original, in
 * the last moment that this is there.
 */
export const hashRemovedMedia = async (deps: HashDeps, { keys, claims }: { keys: string[]; claims: number[] }) => {
  const takenDown = await withoutPictureHash(deps.db, claims)
  const key = keys.find((each) => partsOfKey(each).variant === 'original')
  if (takenDown.length === 0 || key === undefined) return
  await withTempFolder(deps.tempDir, async (folder) => {
    const path = join(folder, 'removed')
    if ((await deps.storage.copy(key, { to: path, limit: ORIGINAL_MAX })) !== 'complete') return
    const hashes = await hashesOf(deps, { path, folder })
    if (hashes.length > 0) await addHashes(deps.db, takenDown, hashes)
  })
}
