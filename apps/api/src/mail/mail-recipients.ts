import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { users } from '../db/schema/index.ts'

/** Whether there is such a user, whom nobody has deleted. */
export const isUserThere = async ({ orm }: Db, userId: number): Promise<boolean> =>
  (await orm.$count(users, and(eq(users.id, userId), isNull(users.deletedAt)))) > 0
