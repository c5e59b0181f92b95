import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import { type Db, unlessReadOnly } from '../../platform/db/client.ts'
import { operatorLogins } from '../../platform/db/schema/index.ts'

/** Hours without a call after which a login expires. */
const IDLE_HOURS = 12
const IDLE = `interval '${IDLE_HOURS} hours'`

export type LoginKey = { tokenHash: Buffer; credentialHash: Buffer }

export const insertLogin = (db: Db, login: LoginKey) => db.orm.insert(operatorLogins).values(login)

export const renewLogin = async (db: Db, { tokenHash: hash, credentialHash: credential }: LoginKey) => {
  const { tokenHash, credentialHash, usedAt } = operatorLogins
  const isIt = eq(tokenHash, hash)
  const isOpen = and(isIt, eq(credentialHash, credential), gt(usedAt, sql`now() - ${sql.raw(IDLE)}`))
  const isDue = sql<boolean>`${usedAt} < now() - interval '1 minute'`
  const [login] = await db.orm.select({ isDue }).from(operatorLogins).where(isOpen)
  if (login?.isDue) await unlessReadOnly(db.orm.update(operatorLogins).set({ usedAt: sql`now()` }).where(isIt))
  return login !== undefined
}

export const deleteLogin = async ({ orm }: Db, tokenHash: Buffer): Promise<boolean> => {
  const { rowCount } = await orm.delete(operatorLogins).where(eq(operatorLogins.tokenHash, tokenHash))
  return rowCount === 1
}

export const deleteEndedLogins = (db: Db, credentialHash: Buffer) => {
  const isIdle = sql`${operatorLogins.usedAt} <= now() - ${sql.raw(IDLE)}`
  return db.orm.delete(operatorLogins).where(or(isIdle, ne(operatorLogins.credentialHash, credentialHash)))
}
