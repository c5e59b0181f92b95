import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from './client.ts'
import { users } from './schema/index.ts'

export const isPresentUser = (userId: number) => and(eq(users.id, userId), isNull(users.deletedAt))

export const userExists = async ({ orm }: Db, userId: number): Promise<boolean> =>
  (await orm.$count(users, isPresentUser(userId))) > 0
