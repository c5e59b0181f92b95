import { and, asc, gt, inArray } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { media, takenDownMedia } from '../../db/schema/index.ts'
import { FILE_KEYS } from '../../db/stored-media.ts'
import { addDeletionJob, addDeletionJobs } from '../../jobs/queue.ts'

/** Items that are read at once. */
const BATCH = 1000

const IS_REMOVED = inArray(media.status, ['trashed', 'deleted'])

const nextRemoved = (tx: Db, after: number) =>
  tx.orm
    .select({ id: media.id, keys: FILE_KEYS })
    .from(media)
    .where(and(IS_REMOVED, gt(media.id, after)))
    .orderBy(asc(media.id))
    .limit(BATCH)

const entriesOfItems = async (tx: Db, mediaIds: number[]) => {
  const { id, mediaId } = takenDownMedia
  const rows = await tx.orm.select({ id, mediaId }).from(takenDownMedia).where(inArray(mediaId, mediaIds))
  return Map.groupBy(rows, (row) => row.mediaId)
}

/**
 * Queues the files of all removed items for deletion before a reset drops their rows: an import would publish them again.
 * The hashes of barred items are read first.
 */
export const queueDeletionOfRemoved = async (tx: Db): Promise<void> => {
  let items = await nextRemoved(tx, 0)
  while (items.length > 0) {
    const entries = await entriesOfItems(
      tx,
      items.map(({ id }) => id),
    )
    for (const { id, keys } of items) {
      const takenDown = entries.get(id)?.map((entry) => entry.id)
      if (takenDown) await addDeletionJob(tx, { keys, takenDown })
    }
    await addDeletionJobs(
      tx,
      items.flatMap(({ id, keys }) => (entries.has(id) ? [] : keys)),
    )
    items = await nextRemoved(tx, items.at(-1)?.id ?? 0)
  }
}
