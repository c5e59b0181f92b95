import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from './client.ts'
import { users } from './schema/index.ts'

/** The user of this id, whom nobody has deleted. */
export const isPresentUser = (userId: number) => and(eq(users.id, userId), isNull(users.deletedAt))

/** Whether there is such a user. */
export const isUserThere = async ({ orm }: Db, userId: number): Promise<boolean> =>
  (await orm.$count(users, isPresentUser(userId))) > 0
