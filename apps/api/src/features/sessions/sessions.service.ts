import type { Parsed } from '@hotvote/shared/contract'
import type { Profile } from '@hotvote/shared/profiles'
import type { openSession, Session } from '@hotvote/shared/sessions'
import { withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { hashOf } from '../../http/guards.ts'
import { insertSession, insertUser, setLocation, type User, userOfSession } from './sessions.queries.ts'
import { madeUpUsername } from './usernames.ts'

type Asked = Parsed<typeof openSession, 'body'>
type Needs = Pick<Deps, 'db' | 'log'>

/** Another request made the same session meanwhile: ours is rolled back and theirs is used. */
class LostRace extends Error {}

/** A name that the browser still knows comes first (a visitor after a reset keeps it, if it is free), then made-up ones. */
const newUser = async (deps: Needs, sessionHash: Buffer, wanted: string) =>
  withTx(deps, async (tx) => {
    let user = wanted ? await insertUser(tx, wanted) : undefined
    for (let attempt = 1; !user; attempt++) user = await insertUser(tx, madeUpUsername(attempt))
    if (!(await insertSession(tx, sessionHash, user.id))) throw new LostRace()
    return user
  })

const findOrMake = async (deps: Needs, sessionHash: Buffer, wanted: string): Promise<User> => {
  const known = await userOfSession(deps.db, sessionHash)
  if (known) return known
  try {
    return await newUser(deps, sessionHash, wanted)
  } catch (error) {
    const winner = error instanceof LostRace && (await userOfSession(deps.db, sessionHash))
    if (!winner) throw error
    return winner
  }
}

/** What a visitor is told about themselves. */
export const profileOf = (user: User): Profile => ({
  id: user.id,
  username: user.username,
  email: user.email,
  emailVerified: user.emailVerifiedAt !== null,
  latitude: user.latitude,
  longitude: user.longitude,
  createdAt: user.createdAt.toISOString(),
})

/** Finds or makes the visitor of a session id, and keeps their location when they gave one (`visitor.md §4`). */
export const openSessionOf = async (deps: Needs, asked: Asked): Promise<Session> => {
  let user = await findOrMake(deps, hashOf(asked.sessionId), asked.username)
  const { latitude, longitude } = asked
  const moved = latitude !== user.latitude || longitude !== user.longitude
  if (latitude != null && longitude != null && moved)
    user = (await setLocation(deps.db, user.id, { latitude, longitude })) ?? user
  return { ...profileOf(user), sessionId: asked.sessionId }
}
