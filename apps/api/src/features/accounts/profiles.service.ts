import type { Profile } from '@hotvote/shared/visitor/profiles'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Brands } from '../../platform/config/brands.ts'
import { type Db, getConstraint } from '../../platform/db/client.ts'
import { sessions, users } from '../../platform/db/schema/index.ts'
import { isPresentUser } from '../../platform/db/user-exists.ts'
import { isBanned } from '../access/bans.service.ts'
import { toProfile } from './sessions.service.ts'

const isNameFree = async (db: Db, name: string, sessionHash: Buffer | null) => {
  const isCallers = and(sql`${sessions.tokenHash} = ${sessionHash}`, gt(sessions.expiresAt, sql`now()`))
  const caller = db.orm.select({ id: sessions.userId }).from(sessions).where(isCallers)
  const others = await db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.username}) = lower(${name})`, sql`${users.id} IS DISTINCT FROM ${caller}`))
    .prepare('name_free')
    .execute()
  return others.length === 0
}

const userById = async (db: Db, userId: number) => {
  const rows = await db.orm.select().from(users).where(eq(users.id, userId))
  return rows[0]
}

const renameUser = async (db: Db, userId: number, username: string) => {
  const rows = await db.orm
    .update(users)
    .set({ username, updatedAt: sql`now()` })
    .where(isPresentUser(userId))
    .returning()
  return rows[0]
}

const clearLocation = async (db: Db, userId: number) => {
  const rows = await db.orm
    .update(users)
    .set({ latitude: null, longitude: null, updatedAt: sql`now()` })
    .where(isPresentUser(userId))
    .returning()
  return rows[0]
}

type ProfileDeps = Pick<Deps, 'db' | 'brands'>

const taken = () => new AppError('username_taken', 'Username is already taken')

/** If two visitors request the same name at once, a unique constraint rejects the second request. */
export const rename = async ({ db, brands }: { db: Db; brands: Brands }, userId: number, username: string) => {
  if (brands.isReserved(username)) throw taken()
  if (await isBanned(db, 'username', username)) throw new AppError('username_taken', 'This username is not allowed')
  try {
    return await renameUser(db, userId, username)
  } catch (error) {
    if (getConstraint(error) === 'users_username_key') throw taken()
    throw error
  }
}

export const isNameAvailable = async ({ db, brands }: ProfileDeps, name: string, sessionHash: Buffer | null) =>
  !brands.isReserved(name) && (await isNameFree(db, name, sessionHash)) && !(await isBanned(db, 'username', name))

const gone = () => new AppError('not_found', 'This profile no longer exists.')

export const clearUserLocation = async ({ db }: ProfileDeps, userId: number): Promise<Profile> => {
  const user = await clearLocation(db, userId)
  if (!user) throw gone()
  return toProfile(user)
}

/** Changes only the given fields (`visitor.md §7`). */
export const saveProfile = async (
  deps: ProfileDeps,
  userId: number,
  { username }: { username?: string | undefined },
): Promise<Profile> => {
  const user = username === undefined ? await userById(deps.db, userId) : await rename(deps, userId, username)
  if (!user) throw gone()
  return toProfile(user)
}
