import type { Parsed } from '@hotvote/shared/contract'
import type { Profile } from '@hotvote/shared/profiles'
import type { openSession, Session } from '@hotvote/shared/sessions'
import { type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { hashOf } from '../../http/guards.ts'
import {
  deleteExpiredSessions,
  insertSession,
  insertUser,
  prolongSession,
  setLocation,
  type User,
  userOfSession,
} from './sessions.queries.ts'
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

const make = async (deps: Needs, sessionHash: Buffer, wanted: string): Promise<User> => {
  try {
    return await newUser(deps, sessionHash, wanted)
  } catch (error) {
    const winner = error instanceof LostRace && (await userOfSession(deps.db, sessionHash))
    if (!winner) throw error
    return winner.user
  }
}

const find = async (db: Db, sessionHash: Buffer): Promise<User | undefined> => {
  const known = await userOfSession(db, sessionHash)
  if (known?.isDue) await prolongSession(db, sessionHash)
  return known?.user
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

/**
 * Finds or makes the visitor of a session id, and keeps their location when they gave one (`visitor.md §4`).
 * `beforeNew` runs before a visitor is made, and may refuse.
 */
export const openSessionOf = async (deps: Needs, asked: Asked, beforeNew: () => Promise<void>): Promise<Session> => {
  const sessionHash = hashOf(asked.sessionId)
  let user = await find(deps.db, sessionHash)
  if (!user) {
    await beforeNew()
    user = await make(deps, sessionHash, asked.username)
  }
  const { latitude, longitude } = asked
  const moved = latitude !== user.latitude || longitude !== user.longitude
  if (latitude != null && longitude != null && moved)
    user = (await setLocation(deps.db, user.id, { latitude, longitude })) ?? user
  return { ...profileOf(user), sessionId: asked.sessionId }
}

/** Sessions end by themselves; this removes what is left of them. */
export const forgetExpiredSessions = ({ db }: Pick<Deps, 'db'>) => deleteExpiredSessions(db)
