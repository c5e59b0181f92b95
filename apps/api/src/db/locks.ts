import type { Db } from './client.ts'
import { statement } from './statement.ts'

const LOCK = statement({
  name: 'advisory_lock',
  text: 'SELECT FROM pg_advisory_xact_lock(hashtext($1), hashtext($2))',
})

/**
 * Lets one transaction at a time do a thing (`what`) to one object (`key`): the others wait until its commit. A `key`
 * of null locks nothing.
 */
export const lockUntilCommit = async (tx: Db, what: string, key: string | number | null) => {
  await tx.query(LOCK, [what, key])
}
