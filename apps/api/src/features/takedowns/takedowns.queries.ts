import type { Parsed } from '@hotvote/shared/contract'
import type { fileTakedown } from '@hotvote/shared/takedowns'
import { and, eq } from 'drizzle-orm'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { media, takedowns } from '../../db/schema/index.ts'

export type Claim = Parsed<typeof fileTakedown, 'body'>

/** The item of this id, if there is one. It is locked until the commit, so that it cannot be deleted before it is linked. */
export const itemOfId = async (db: Db, id: number): Promise<number | null> => {
  const isIt = and(eq(media.id, id), eq(media.status, 'ready'))
  const [item] = await db.orm.select({ id: media.id }).from(media).where(isIt).for('key share')
  return item?.id ?? null
}

/** The item that the first of these files belongs to, locked in the same way. */
export const itemOfFiles = async (db: Db, keys: string[]): Promise<number | null> => {
  const text = `
SELECT id FROM media
WHERE status = 'ready' AND (original_key = ANY($1::text[]) OR display_key = ANY($1) OR thumb_key = ANY($1))
ORDER BY least(array_position($1, original_key), array_position($1, display_key), array_position($1, thumb_key))
LIMIT 1 FOR KEY SHARE`
  const [item] = await db.query<{ id: number }>({ text }, [keys])
  return item?.id ?? null
}

export const insertTakedown = async (db: Db, made: Claim & Pick<typeof takedowns.$inferInsert, 'mediaId' | 'host'>) =>
  onlyRow(await db.orm.insert(takedowns).values(made).returning({ id: takedowns.id })).id
