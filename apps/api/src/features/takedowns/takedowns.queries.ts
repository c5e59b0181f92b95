import type { Parsed } from '@hotvote/shared/contract'
import type { fileTakedown } from '@hotvote/shared/takedowns'
import type { Db } from '../../db/client.ts'
import { takedowns } from '../../db/schema/index.ts'

export type Claim = Parsed<typeof fileTakedown, 'body'>

/** The item of this id, if there is one. It is held until the commit, so that it cannot be deleted before it is linked. */
export const itemOfId = async (db: Db, id: number): Promise<number | null> => {
  const text = `SELECT id FROM media WHERE id = $1 AND status = 'ready' FOR KEY SHARE`
  const [item] = await db.query<{ id: number }>({ text }, [id])
  return item?.id ?? null
}

/** The item that the first of these files belongs to, held in the same way. */
export const itemOfFiles = async (db: Db, keys: string[]): Promise<number | null> => {
  const text = `
SELECT id FROM media
WHERE status = 'ready' AND (original_key = ANY($1::text[]) OR display_key = ANY($1) OR thumb_key = ANY($1))
ORDER BY least(array_position($1, original_key), array_position($1, display_key), array_position($1, thumb_key))
LIMIT 1 FOR KEY SHARE`
  const [item] = await db.query<{ id: number }>({ text }, [keys])
  return item?.id ?? null
}

export const insertTakedown = async (db: Db, made: Claim & Pick<typeof takedowns.$inferInsert, 'mediaId' | 'host'>) => {
  const [row] = await db.orm.insert(takedowns).values(made).returning({ id: takedowns.id })
  if (!row) throw new Error('The claim was not inserted')
  return row.id
}
