import { and, eq, gt, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { deleteExpired } from '../../platform/db/expired.ts'
import { endedSessions, exchangeCodes, reports, sessions, users } from '../../platform/db/schema/index.ts'
import { IS_SEEN_LONG_AGO } from '../../platform/db/seen-sessions.ts'
import { statement } from '../../platform/db/statement.ts'
import { isPresentUser } from '../../platform/db/user-exists.ts'
import { NETWORK_RETENTION } from '../../platform/db/voter-network.ts'

export type User = typeof users.$inferSelect

/** `network` is the hash of the caller's current network, or null if unknown. */
export type SeenSession = { tokenHash: Buffer; network: Buffer | null }

/** `isDue` means due for a refresh: not seen recently, on a new network, or expiring within eleven months. */
export const findSessionUser = async (
  db: Db,
  { tokenHash, network }: SeenSession,
): Promise<{ user: User; isDue: boolean } | undefined> => {
  const isElsewhere = sql`${sessions.network} is distinct from coalesce(${network}::bytea, ${sessions.network})`
  const rows = await db.orm
    .select({
      user: users,
      isDue: sql<boolean>`${sql.raw(IS_SEEN_LONG_AGO)} or ${sessions.expiresAt} < now() + interval '11 months' or ${isElsewhere}`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(sql`${sessions.tokenHash} = ${tokenHash} and ${sessions.expiresAt} > now()`)
  return rows[0]
}

export const noteSeen = async (db: Db, { tokenHash, network }: SeenSession) => {
  await db.orm
    .update(sessions)
    .set({
      seenAt: sql`now()`,
      network: sql`coalesce(${network}::bytea, ${sessions.network})`,
      expiresAt: sql`CASE WHEN ${sessions.expiresAt} < now() + interval '11 months' THEN now() + interval '1 year' ELSE ${sessions.expiresAt} END`,
    })
    .where(eq(sessions.tokenHash, tokenHash))
}

export const deleteExpiredSessions = (db: Db) => deleteExpired(db, sessions, lte(sessions.expiresAt, sql`now()`))

/** Rows per statement, few enough to finish within the statement timeout. */
const BATCH = 2000

export const deleteOldNetworks = async (db: Db) => {
  const old = db.orm
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(and(isNotNull(sessions.network), lt(sessions.seenAt, sql`now() - ${NETWORK_RETENTION}`)))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  for (let forgotten: number | null = BATCH; forgotten === BATCH; )
    forgotten = (await db.orm.update(sessions).set({ network: null }).where(inArray(sessions.tokenHash, old))).rowCount
  const isKnown = or(isNotNull(reports.network), isNotNull(reports.sessionNetwork))
  const isOldReport = and(isKnown, lt(reports.createdAt, sql`now() - ${NETWORK_RETENTION}`))
  await db.orm.update(reports).set({ network: null, sessionNetwork: null }).where(isOldReport)
}

export const deleteSession = async (db: Db, tokenHash: Buffer) => {
  await db.orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

const END_SESSIONS = statement({
  name: 'end_sessions',
  text: `
WITH gone AS (DELETE FROM sessions WHERE user_id = $1 RETURNING token_hash)
INSERT INTO ended_sessions (token_hash, user_id) SELECT token_hash, $2::bigint FROM gone ON CONFLICT DO NOTHING`,
})

/** `savedAs` is the account that took over the user's data, or null after a deletion. */
export const endSessions = async (db: Db, userId: number, savedAs: number | null) => {
  await db.query(END_SESSIONS, [userId, savedAs])
}

/** `saved` means that the user's data was moved to another account. Returns undefined if the session has not ended. */
export const readSessionEnd = async (db: Db, tokenHash: Buffer): Promise<'saved' | 'deleted' | undefined> => {
  const isIt = sql`${endedSessions.tokenHash} = ${tokenHash} and ${endedSessions.expiresAt} > now()`
  const [row] = await db.orm.select({ userId: endedSessions.userId }).from(endedSessions).where(isIt)
  return row && (row.userId === null ? 'deleted' : 'saved')
}

export const deleteOldEndedSessions = (db: Db) =>
  deleteExpired(db, endedSessions, lte(endedSessions.expiresAt, sql`now()`))

export const insertUser = async (db: Db, username: string): Promise<User | undefined> => {
  const rows = await db.orm.insert(users).values({ username }).onConflictDoNothing().returning()
  return rows[0]
}

export const insertSession = async (db: Db, { tokenHash, network }: SeenSession, userId: number) => {
  const expired = sql`${sessions.tokenHash} = ${tokenHash} and ${sessions.expiresAt} <= now()`
  await db.orm.delete(sessions).where(expired)
  const rows = await db.orm.insert(sessions).values({ tokenHash, userId, network }).onConflictDoNothing().returning()
  return rows.length > 0
}

export const setLocation = async (db: Db, userId: number, location: { latitude: number; longitude: number }) => {
  const rows = await db.orm
    .update(users)
    .set({ ...location, updatedAt: sql`now()` })
    .where(isPresentUser(userId))
    .returning()
  return rows[0]
}

export const insertCode = async (db: Db, codeHash: Buffer, session: { userId: number; sessionHash: Buffer }) => {
  await db.orm.insert(exchangeCodes).values({ codeHash, ...session })
}

/** Deletes an exchange code. Returns undefined if the code is unknown, used or expired. */
export const takeCode = async ({ orm }: Db, codeHash: Buffer): Promise<{ sessionHash: Buffer } | undefined> => {
  const { codeHash: hash, sessionHash, expiresAt } = exchangeCodes
  const isIt = and(eq(hash, codeHash), gt(expiresAt, sql`now()`))
  const [code] = await orm.delete(exchangeCodes).where(isIt).returning({ sessionHash })
  return code
}

export const renameSession = async (db: Db, from: Buffer, to: Buffer) => {
  const isLiving = and(eq(sessions.tokenHash, from), gt(sessions.expiresAt, sql`now()`))
  await db.orm.update(sessions).set({ tokenHash: to }).where(isLiving)
}

export const deleteExpiredCodes = (db: Db) => deleteExpired(db, exchangeCodes, lte(exchangeCodes.expiresAt, sql`now()`))
