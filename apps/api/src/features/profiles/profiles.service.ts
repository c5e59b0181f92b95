import type { Profile } from '@hotvote/shared/profiles'
import { constraintOf } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { profileOf } from '../sessions/sessions.service.ts'
import { renameUser, userById } from './profiles.queries.ts'

/** The database decides between two who want a name at once. */
const rename = async ({ db }: Pick<Deps, 'db'>, userId: number, username: string) => {
  try {
    return await renameUser(db, userId, username)
  } catch (error) {
    if (constraintOf(error) === 'users_username_key') throw new AppError('username_taken', 'Username is already taken')
    throw error
  }
}

/**
 * Changes what is given and nothing else (`visitor.md §7`).
 * @throws {AppError} `username_taken`, which changes nothing
 */
export const updateProfileOf = async (
  deps: Pick<Deps, 'db'>,
  userId: number,
  { username }: { username?: string | undefined },
): Promise<Profile> => {
  const user = username === undefined ? await userById(deps.db, userId) : await rename(deps, userId, username)
  if (!user) throw new AppError('not_found', 'This profile is no longer here.')
  return profileOf(user)
}
