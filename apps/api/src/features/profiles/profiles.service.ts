import type { Profile } from '@hotvote/shared/profiles'
import { constraintOf } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { profileOf } from '../sessions/sessions.service.ts'
import { isNameFree, renameUser, userById } from './profiles.queries.ts'

type ProfileDeps = Pick<Deps, 'db' | 'brands'>

const taken = () => new AppError('username_taken', 'Username is already taken')

/** The database decides between two who want a name at once. What poses as the site is the site's. */
const rename = async ({ db, brands }: ProfileDeps, userId: number, username: string) => {
  if (brands.isReserved(username)) throw taken()
  try {
    return await renameUser(db, userId, username)
  } catch (error) {
    if (constraintOf(error) === 'users_username_key') throw taken()
    throw error
  }
}

/** Whether the caller may have this name; `sessionHash` as for `isNameFree`. */
export const isNameAvailable = async ({ db, brands }: ProfileDeps, name: string, sessionHash: Buffer | null) =>
  !brands.isReserved(name) && (await isNameFree(db, name, sessionHash))

/**
 * Changes what is given and nothing else (`visitor.md §7`).
 * @throws {AppError} `username_taken`, which changes nothing
 */
export const updateProfileOf = async (
  deps: ProfileDeps,
  userId: number,
  { username }: { username?: string | undefined },
): Promise<Profile> => {
  const user = username === undefined ? await userById(deps.db, userId) : await rename(deps, userId, username)
  if (!user) throw new AppError('not_found', 'This profile is no longer here.')
  return profileOf(user)
}
