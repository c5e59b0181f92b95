import type { Db } from '../../db/client.ts'

export type ItemFiles = {
  id: number
  name: string
  votes: number
  original: string
  display: string | null
  thumb: string | null
}

/** Items behind this id, in the order of ids, that were here before `before`. */
export const itemsAfter = (db: Db, after: number, { before, count }: { before: Date; count: number }) => {
  const text = `
SELECT id, original_name AS name, hot_votes + not_votes AS votes, original_key AS original, display_key AS display,
  thumb_key AS thumb
FROM media WHERE id > $1 AND status = 'ready' AND created_at < $2 ORDER BY id LIMIT $3`
  return db.query<ItemFiles>({ name: 'orphan_items', text }, [after, before, count])
}
