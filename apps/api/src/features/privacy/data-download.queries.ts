import { and, asc, eq, getTableColumns, gt, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { takedowns, users } from '../../platform/db/schema/index.ts'
import { isPresentUser } from '../../platform/db/user-there.ts'
import { type PersonalRows, PROFILE_COLUMNS } from './personal-tables.ts'

const BATCH = 1000

export const findStoredProfile = async (db: Db, userId: number) => {
  const isIt = isPresentUser(userId)
  const [row] = await db.orm.select(PROFILE_COLUMNS).from(users).where(isIt)
  return row
}

const findEmail = (db: Db, userId: number) =>
  db.orm
    .select({ email: sql`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))

/** Reads in batches without one snapshot. Omits the key, which may be a secret's hash. */
export async function* rowsOf(db: Db, { table, owner, address, key, columns }: PersonalRows, userId: number) {
  const isTheirs = or(eq(owner, userId), address && sql`lower(${address}) = ${findEmail(db, userId)}`)
  let after: unknown
  for (;;) {
    const isNext = and(isTheirs, after === undefined ? undefined : gt(key, after))
    const found = await db.orm
      .select({ ...columns, rowKey: key })
      .from(table)
      .where(isNext)
      .orderBy(asc(key))
      .limit(BATCH)
    const last = found.at(-1)
    if (last === undefined) return
    after = last.rowKey
    yield found.map(({ rowKey: _key, ...row }): Record<string, unknown> => row)
  }
}

const { adminNotes, host, requestKey, ...FILED } = getTableColumns(takedowns)
const MEDIA_IDS = sql<number[]>`(SELECT coalesce(jsonb_agg(media_id ORDER BY position), '[]')
  FROM takedown_items WHERE takedown_id = takedowns.id AND removed_item IS NULL)`

/** Requests are linked to an account only by its confirmed address. */
export async function* takedownsFiledBy(db: Db, userId: number) {
  const address = findEmail(db, userId)
  for (let after = 0; ; ) {
    const found = await db.orm
      .select({ ...FILED, mediaIds: MEDIA_IDS })
      .from(takedowns)
      .where(and(gt(takedowns.id, after), sql`lower(${takedowns.complainantEmail}) = ${address}`))
      .orderBy(asc(takedowns.id))
      .limit(BATCH)
    const last = found.at(-1)
    if (last === undefined) return
    after = last.id
    yield found
  }
}
