import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { addKeyedJob } from '../../jobs/queue.ts'
import { hashRemovedMedia } from './removed-hashes.service.ts'
import { storeRemovedPicture } from './removed-picture.service.ts'
import { listEntriesAbout } from './taken-down.queries.ts'

type ReadDeps = Pick<Deps, 'db' | 'storage' | 'processMedia' | 'tempDir'>

/** Queues `readRemoved` for an item that stays in the trash, if a claim or a bar is about it. */
export const queueReadingOfRemoved = async (tx: Db, mediaId: number) => {
  if ((await listEntriesAbout(tx, mediaId)).length === 0) return
  await addKeyedJob(tx, {
    name: 'read-removed',
    payload: { mediaId },
    key: `read-removed:${mediaId}`,
  })
}

/** Stores the thumbnail of a removed item with its claims, and the hashes of its files with its entries. */
export const readRemoved = async (deps: ReadDeps, { mediaId, keys }: { mediaId: number; keys: string[] }) => {
  const entries = await listEntriesAbout(deps.db, mediaId)
  const claims = entries.flatMap(({ claim }) => claim ?? [])
  if (claims.length > 0) await storeRemovedPicture(deps, { keys, mediaId, claims })
  await hashRemovedMedia(deps, { keys, takenDown: entries.map(({ id }) => id) })
}
