import type { Db } from '../../db/client.ts'
import { homeKeyOf } from '../../domain/media-keys.ts'
import { addDeletionJob, addDeletionJobs } from '../../jobs/queue.ts'
import type { Claim } from './trash.queries.ts'

/** Wherever its files are now: those in the trash may be on their way there. */
const everyKeyOf = (keys: string[]) => [...new Set([...keys, ...keys.map(homeKeyOf)])]

/** Has the files of items deleted. What is claimed has a job of its own: its picture is stored with the claims first. */
export const queueDeletionOfFiles = async (tx: Db, items: { id: number; keys: string[] }[], about: Claim[]) => {
  const claimsOf = Map.groupBy(about, ({ mediaId }) => mediaId)
  for (const { id, keys } of items) {
    const claims = claimsOf.get(id)?.map((claim) => claim.id)
    if (claims) await addDeletionJob(tx, { keys: everyKeyOf(keys), claims })
  }
  const keys = items.filter(({ id }) => !claimsOf.has(id)).flatMap((item) => everyKeyOf(item.keys))
  await addDeletionJobs(tx, keys)
}
