import type { Db } from '../../db/client.ts'

/** Whether nothing was ever added and nobody was here before this start: a browser may be quicker than the question. */
export const isUntouched = async (db: Db): Promise<boolean> => {
  const text = `
SELECT NOT EXISTS (SELECT FROM media)
  AND NOT EXISTS (SELECT FROM users WHERE created_at < now() - interval '1 minute') AS untouched`
  const [row] = await db.query<{ untouched: boolean }>({ text })
  return row?.untouched ?? false
}

/** The file names of what these users show. */
export const shownNames = async (db: Db, ownerIds: number[]): Promise<string[]> => {
  const text = `SELECT original_name AS name FROM media WHERE owner_id = ANY ($1) AND status = 'ready'`
  const rows = await db.query<{ name: string }>({ text }, [ownerIds])
  return rows.map(({ name }) => name)
}
