import type { Profile } from '@hotvote/shared/visitor/profiles'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Brands } from '../../platform/config/brands.ts'
import { type Db, getConstraint } from '../../platform/db/client.ts'
import { clearLocation, isNameFree, renameUser, userById } from './profiles.queries.ts'
import { toProfile } from './sessions.service.ts'

type ProfileDeps = Pick<Deps, 'db' | 'brands'>

const taken = () => new AppError('username_taken', 'Username is already taken')

/** The database decides between two visitors who want one name. */
export const rename = async ({ db, brands }: { db: Db; brands: Brands }, userId: number, username: string) => {
  if (brands.isReserved(username)) throw taken()
  try {
    return await renameUser(db, userId, username)
  } catch (error) {
    if (getConstraint(error) === 'users_username_key') throw taken()
    throw error
  }
}

export const isNameAvailable = async ({ db, brands }: ProfileDeps, name: string, sessionHash: Buffer | null) =>
  !brands.isReserved(name) && (await isNameFree(db, name, sessionHash))

const gone = () => new AppError('not_found', 'This profile is no longer here.')

export const removeLocationOf = async ({ db }: ProfileDeps, userId: number): Promise<Profile> => {
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
