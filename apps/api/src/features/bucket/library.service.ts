import { createHmac } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { openSessionOf } from '../sessions/sessions.service.ts'
import { isMarkedLibrary, markedLibrary, markLibrary } from './import.queries.ts'

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

/** Whether a user is the one who owns imported items. */
export const isLibrary = ({ db }: Pick<Deps, 'db'>, userId: number): Promise<boolean> => isMarkedLibrary(db, userId)
