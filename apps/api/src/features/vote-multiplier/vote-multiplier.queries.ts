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
