import type { Db } from '../../db/client.ts'

/** Those of these keys that a row names, or that a job is about to delete: the item is gone already. */
export const knownKeys = async (db: Db, keys: string[]): Promise<Set<string>> => {
  const text = `
SELECT key FROM unnest($1::text[]) key
WHERE EXISTS (SELECT FROM media WHERE original_key = key) OR EXISTS (SELECT FROM media WHERE display_key = key)
  OR EXISTS (SELECT FROM media WHERE thumb_key = key)
UNION SELECT gone.key
FROM graphile_worker._private_jobs job JOIN graphile_worker._private_tasks task ON task.id = job.task_id,
  json_array_elements_text(job.payload -> 'keys') gone (key)
WHERE task.identifier = 'delete-files' AND gone.key = ANY ($1)`
  const rows = await db.query<{ key: string }>({ text }, [keys])
  return new Set(rows.map(({ key }) => key))
}

/** Whether an item was made from the same bytes. `sha256` in hex. */
export const isContentKnown = async (db: Db, sha256: string): Promise<boolean> => {
  const text = `SELECT FROM media WHERE sha256 = decode($1, 'hex') LIMIT 1`
  return (await db.query({ text }, [sha256])).length > 0
}
