import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'

const TABLE_NAMES = statement({
  name: 'table_names',
  row: { name: z.string() },
  text: `
SELECT table_name::text AS name FROM information_schema.tables
WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`,
})

export const tableNames = async (db: Db): Promise<string[]> => {
  const rows = await db.query(TABLE_NAMES)
  return rows.map(({ name }) => name)
}

/** Questions like those of the site; what they answer stays here. */
export const SAMPLES = [
  { name: 'Newest media', text: 'SELECT id FROM media ORDER BY created_at DESC, id DESC LIMIT 10' },
  { name: 'Newest users', text: 'SELECT id FROM users ORDER BY created_at DESC, id DESC LIMIT 10' },
  {
    name: 'Media with their uploaders',
    text: 'SELECT m.id, u.username FROM media m JOIN users u ON u.id = m.owner_id LIMIT 10',
  },
  {
    name: 'Votes with their media',
    text: 'SELECT v.media_id, m.hot_votes FROM votes v JOIN media m ON m.id = v.media_id LIMIT 10',
  },
  { name: 'Last position', text: 'SELECT last_position FROM catalog' },
]

export const runSample = async (db: Db, text: string) => {
  await db.query({ text })
}
