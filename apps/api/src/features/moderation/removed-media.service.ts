import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { getContentType, parseKey } from '../../domain/media-keys.ts'
import type { Db } from '../../platform/db/client.ts'
import { addKeyedJob } from '../../platform/jobs/queue.ts'
import { ORIGINAL_MAX } from '../../platform/storage/storage.ts'
import { withTempFolder } from '../../platform/storage/temp-folder.ts'
import { addHashes, listEntriesAbout, setRemovedPicture } from './takedown-review.queries.ts'

export const buildPictureUrl = (picture: Buffer | null) =>
  picture && `data:image/webp;base64,${picture.toString('base64')}`

type ReadDeps = Pick<Deps, 'db' | 'storage' | 'processMedia' | 'tempDir'>
const getVariant = (key: string) => parseKey(key).variant

/** Saves the thumbnail with the takedown claims before the file is deleted. Videos have no thumbnail. */
const storeRemovedPicture = async (
  { db, storage }: ReadDeps,
  keys: string[],
  of: { mediaId: number; claims: number[] },
) => {
  const key = keys.find((each) => getVariant(each) === 'thumb')
  const content = key === undefined ? null : await storage.read(key)
  if (!content) return
  const { body } = content
  await setRemovedPicture(db, { ...of, picture: Buffer.isBuffer(body) ? body : await buffer(body) })
}

/** Returns an empty list for missing or unreadable files. Throws if the disk is full or the decoder is busy. */
const hashStored = ({ processMedia, storage, tempDir }: ReadDeps, key: string) =>
  withTempFolder(tempDir, async (folder) => {
    const path = join(folder, 'removed')
    if ((await storage.copy(key, { to: path, limit: ORIGINAL_MAX })) !== 'complete') return []
    return processMedia({ path, folder }).then(
      ({ pictureHashes }) => pictureHashes,
      (failure: unknown) => {
        if (failure instanceof AppError && failure.code !== 'unavailable') return []
        throw failure
      },
    )
  })

/** Videos are hashed during the upload, and pictures when their renditions are generated. */
const wasHashed = (keys: string[]) =>
  keys.some((key) => getVariant(key) === 'display' || getContentType(key) === 'video/mp4')

const hashRemovedMedia = async (deps: ReadDeps, keys: string[], takenDown: number[]) => {
  const hashes = new Set<string>()
  for (const key of keys.filter((each) => getVariant(each) !== 'thumb'))
    for (const hash of await hashStored(deps, key)) hashes.add(hash)
  if (hashes.size > 0) await addHashes(deps.db, takenDown, [...hashes])
}

/** Queues the job only if the item has a takedown claim or is barred from being uploaded again. */
export const queueRemovedHashes = async (tx: Db, mediaId: number) => {
  if ((await listEntriesAbout(tx, mediaId)).length === 0) return
  await addKeyedJob(tx, {
    name: 'read-removed',
    payload: { mediaId },
    key: `read-removed:${mediaId}`,
  })
}

export const readRemoved = async (deps: ReadDeps, { mediaId, keys }: { mediaId: number; keys: string[] }) => {
  const entries = await listEntriesAbout(deps.db, mediaId)
  const claims = entries.flatMap(({ claim }) => claim ?? [])
  if (claims.length > 0) await storeRemovedPicture(deps, keys, { mediaId, claims })
  const unhashed = entries.filter(({ isHashed }) => !(isHashed && wasHashed(keys))).map(({ id }) => id)
  if (unhashed.length > 0) await hashRemovedMedia(deps, keys, unhashed)
}
