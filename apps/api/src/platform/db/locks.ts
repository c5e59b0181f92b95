import { asc, inArray, type SQL } from 'drizzle-orm'
import type { Db } from './client.ts'
import { media, type users } from './schema/index.ts'
import { statement } from './statement.ts'

const LOCK = statement({
  name: 'advisory_lock',
  text: 'SELECT FROM pg_advisory_xact_lock(hashtext($1), hashtext($2))',
})

/** Takes an advisory lock on `what` and `key` until the transaction ends. A null `key` locks nothing. */
export const lockUntilCommit = async (tx: Db, what: string, key: string | number | null) => {
  await tx.query(LOCK, [what, key])
}

/** Locks rows in id order to avoid deadlocks. */
export const lockRows = async ({ orm }: Db, table: typeof media | typeof users, ids: number[]) => {
  const { id } = table
  await orm.select({ id }).from(table).where(inArray(id, ids)).orderBy(asc(id)).for('no key update')
}

/** Locks matching items so they can't be deleted, and returns their ids. `key share` still allows votes. */
export const lockItems = (
  { orm }: Db,
  which: SQL | undefined,
  strength: 'key share' | 'no key update' = 'no key update',
) => orm.select({ id: media.id }).from(media).where(which).orderBy(asc(media.id)).for(strength)

const LOCK_SHARED = statement({
  name: 'advisory_lock_shared',
  text: 'SELECT FROM pg_advisory_xact_lock_shared(hashtext($1), hashtext($2))',
})

/** Takes a shared lock, which blocks only `lockUntilCommit` with the same `what` and `key`. */
export const shareUntilCommit = async (tx: Db, what: string, key: string | number) => {
  await tx.query(LOCK_SHARED, [what, key])
}
