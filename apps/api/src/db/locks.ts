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

const LOCK_SHARED = statement({
  name: 'advisory_lock_shared',
  text: 'SELECT FROM pg_advisory_xact_lock_shared(hashtext($1), hashtext($2))',
})

/** Lets any number of transactions do a thing at a time, but none while `lockUntilCommit` holds the same. */
export const shareUntilCommit = async (tx: Db, what: string, key: string | number) => {
  await tx.query(LOCK_SHARED, [what, key])
}

/** As a condition: shares it until the commit, too, and is false instead of waiting while `lockUntilCommit` holds it. */
export const isNotLocked = (what: string, key: string) =>
  `pg_try_advisory_xact_lock_shared(hashtext('${what}'), hashtext(${key}::text))`
