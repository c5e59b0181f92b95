import { createHmac } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { hashOf } from '../../http/guards.ts'
import { openSessionOf } from '../sessions/sessions.service.ts'
import { isMarkedLibrary, isSessionOf, markedLibrary, markLibrary } from './import.queries.ts'

const LIBRARY = 'Library'

/** A session that only this site can name. */
const sessionIdOf = ({ config }: Pick<Deps, 'config'>) =>
  createHmac('sha256', config.secret).update('owner of imported media').digest('base64url').slice(0, 32)

/** The user who owns what is imported: found again by their mark, which holds whatever becomes of the session, and made once. */
export const libraryOwner = async (deps: Pick<Deps, 'db' | 'log' | 'config'>): Promise<number> => {
  const marked = await markedLibrary(deps.db)
  if (marked !== undefined) return marked
  const session = { sessionId: sessionIdOf(deps), username: LIBRARY }
  const { id } = await openSessionOf(deps, session, async () => undefined)
  await markLibrary(deps.db, id)
  return id
}

/** Whether a user is the one who owns what is imported. One from before the mark is known by the session, while it lasts. */
export const isLibrary = async ({ db, config }: Pick<Deps, 'db' | 'config'>, userId: number): Promise<boolean> =>
  (await isMarkedLibrary(db, userId)) || (await isSessionOf(db, hashOf(sessionIdOf({ config })), userId))
