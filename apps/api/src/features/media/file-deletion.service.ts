import type { Db } from '../../db/client.ts'
import { homeKeyOf } from '../../domain/media-keys.ts'
import { addDeletionJob, addDeletionJobs } from '../../jobs/queue.ts'
import { listBars } from '../removed-items/removed-items.service.ts'
import type { Claim } from './trash.queries.ts'

/** Wherever its files are now: those in the trash may be on their way there. */
const everyKeyOf = (keys: string[]) => [...new Set([...keys, ...keys.map(homeKeyOf)])]

/** Has the files of items deleted. A claimed or barred item has a job of its own, which reads its files first. */
export const queueDeletionOfFiles = async (tx: Db, items: { id: number; keys: string[] }[], about: Claim[]) => {
  const claimsOf = Map.groupBy(about, ({ mediaId }) => mediaId)
  const ids = items.map(({ id }) => id)
  const bars = await listBars(tx, ids)
  for (const { id, keys } of items.filter(({ id }) => claimsOf.has(id) || bars.has(id))) {
    const [claims, takenDown] = [claimsOf, bars].map((entries) => (entries.get(id) ?? []).map((entry) => entry.id))
    await addDeletionJob(tx, { mediaId: id, keys: everyKeyOf(keys), claims, takenDown })
  }
  const keys = items.filter(({ id }) => !claimsOf.has(id) && !bars.has(id)).flatMap((item) => everyKeyOf(item.keys))
  await addDeletionJobs(tx, keys)
}
