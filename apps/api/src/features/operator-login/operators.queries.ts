import { asc, eq, sql } from 'drizzle-orm'
import type { Config } from '../../platform/config/config.ts'
import { onlyRow } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { operators } from '../../platform/db/schema/index.ts'

export type Account = typeof operators.$inferSelect

const hasName = (name: string) => eq(sql`lower(${operators.name})`, sql`lower(${name})`)

export const isFromEnvironment = ({ adminUsername }: Pick<Config, 'adminUsername'>, name: string) =>
  name.toLowerCase() === adminUsername.toLowerCase()

/** Returns false for a former `ADMIN_USERNAME` too, because that account has no password. */
export const isActive = (config: Pick<Config, 'adminUsername'>, account: Account) =>
  isFromEnvironment(config, account.name) || (account.passwordHash !== null && account.disabledAt === null)

export const findAccount = async ({ orm }: Db, name: string): Promise<Account | undefined> => {
  const [account] = await orm.select().from(operators).where(hasName(name))
  return account
}

/** Adds the `ADMIN_USERNAME` operator on first use. */
export const lockAccount = async ({ orm }: Db, config: Pick<Config, 'adminUsername'>, name: string) => {
  if (isFromEnvironment(config, name))
    await orm.insert(operators).values({ name: config.adminUsername, role: 'admin' }).onConflictDoNothing()
  return onlyRow(await orm.select().from(operators).where(hasName(name)).for('update'))
}

export const lockAccountById = async ({ orm }: Db, id: number): Promise<Account | undefined> => {
  const [account] = await orm.select().from(operators).where(eq(operators.id, id)).for('update')
  return account
}

export const insertAccount = async ({ orm }: Db, account: typeof operators.$inferInsert) =>
  onlyRow(await orm.insert(operators).values(account).returning())

export const updateAccount = async ({ orm }: Db, id: number, changes: Partial<typeof operators.$inferInsert>) =>
  onlyRow(await orm.update(operators).set(changes).where(eq(operators.id, id)).returning())

export const listAccounts = ({ orm }: Db) =>
  orm
    .select()
    .from(operators)
    .orderBy(asc(sql`lower(${operators.name})`))

/** Column values that turn the second factor off. */
export const NO_SECOND_FACTOR = { sealedSecret: null, lastStep: null, recoveryHashes: [] as string[] }
