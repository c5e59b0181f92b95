import type { Db } from '../../db/client.ts'

const CURRENT_MULTIPLIER = {
  name: 'current_multiplier',
  text: 'SELECT is_enabled AS "isEnabled", multiplier FROM vote_multiplier',
}

/** Undefined until the operator has set one. */
export const currentMultiplier = async (db: Db) => {
  const [row] = await db.query<{ isEnabled: boolean; multiplier: number }>(CURRENT_MULTIPLIER)
  return row
}

type Setting = { isEnabled: boolean; multiplier: number }

/** With its date; undefined until the operator has set one. */
export const savedMultiplier = async (db: Db) => {
  const text = 'SELECT is_enabled AS "isEnabled", multiplier, updated_at AS "updatedAt" FROM vote_multiplier'
  const [row] = await db.query<Setting & { updatedAt: Date }>({ text })
  return row
}

export const writeMultiplier = async (db: Db, { isEnabled, multiplier }: Setting) => {
  const text = `
INSERT INTO vote_multiplier (is_enabled, multiplier) VALUES ($1, $2)
ON CONFLICT (id) DO UPDATE SET is_enabled = excluded.is_enabled, multiplier = excluded.multiplier, updated_at = now()
RETURNING is_enabled AS "isEnabled", multiplier, updated_at AS "updatedAt"`
  const [row] = await db.query<Setting & { updatedAt: Date }>({ text }, [isEnabled, multiplier])
  return row
}
