import { asc, inArray, type SQL } from 'drizzle-orm'
import type { Db } from './client.ts'
import { media, type users } from './schema/index.ts'
import { statement } from './statement.ts'

const LOCK = statement({
  name: 'advisory_lock',
  text: 'SELECT FROM pg_advisory_xact_lock(hashtext($1), hashtext($2))',
})

/** Lets one transaction at a time do `what` to `key` until its commit; a `key` of null locks nothing. */
export const lockUntilCommit = async (tx: Db, what: string, key: string | number | null) => {
  await tx.query(LOCK, [what, key])
}

/** Locks rows by their ids until the commit, in the order in which every lock of many rows is taken: nobody waits in a circle. */
export const lockRows = async ({ orm }: Db, table: typeof media | typeof users, ids: number[]) => {
  const { id } = table
  await orm.select({ id }).from(table).where(inArray(id, ids)).orderBy(asc(id)).for('no key update')
}

/** The same of the items that meet a condition: `key share` keeps them from being deleted, and lets others vote. Their ids. */
export const lockItems = (
  { orm }: Db,
  which: SQL | undefined,
  strength: 'key share' | 'no key update' = 'no key update',
) => orm.select({ id: media.id }).from(media).where(which).orderBy(asc(media.id)).for(strength)

const LOCK_SHARED = statement({
  name: 'advisory_lock_shared',
  text: 'SELECT FROM pg_advisory_xact_lock_shared(hashtext($1), hashtext($2))',
})

/** Lets any number of transactions do a thing at a time, but none while `lockUntilCommit` holds the same. */
export const shareUntilCommit = async (tx: Db, what: string, key: string | number) => {
  await tx.query(LOCK_SHARED, [what, key])
}
