import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import { COLUMNS, ITEM, ITEM_ROW, type ItemRow } from './next-item.queries.ts'

const USER = statement({
  name: 'first_item_user',
  row: { userId: z.number() },
  text: 'SELECT user_id FROM sessions WHERE token_hash = $1 AND expires_at > now()',
})

/** Whose session it is; undefined when it is unknown or has ended. */
export const userOf = async (db: Db, sessionHash: Buffer): Promise<number | undefined> => {
  const [session] = await db.query(USER, [sessionHash])
  return session?.userId
}

const DRAWS = 32

/** Positions drawn evenly until one has an item. Both OFFSET 0 keep the order of the draws: another one would be biased. */
const ANY = statement({
  name: 'first_item_any',
  row: ITEM_ROW,
  text: `
SELECT ${ITEM}
FROM catalog c
CROSS JOIN LATERAL (
  SELECT m.* FROM (SELECT 1 + floor(random() * c.last_position)::bigint AS position
                   FROM generate_series(1, ${DRAWS}) OFFSET 0) p
  CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM media x WHERE x.position = p.position OFFSET 0) m
  LIMIT 1
) i`,
})

/** Any visible item, each as likely as another; undefined when none was hit. */
export const anyItem = async (db: Db): Promise<ItemRow | undefined> => {
  const [item] = await db.query(ANY, [])
  return item
}
