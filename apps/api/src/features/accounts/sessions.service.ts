import { randomInt } from 'node:crypto'
import type { Answer, Parsed } from '@hotvote/shared/contract'
import type { Profile } from '@hotvote/shared/visitor/profiles'
import type { openSession, readSession, Session } from '@hotvote/shared/visitor/sessions'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { type Db, unlessReadOnly, withTx } from '../../platform/db/client.ts'
import { hashText, noSession } from '../../platform/http/guards.ts'
import { isBanned } from '../access/bans.service.ts'
import {
  deleteSession,
  endSessions,
  findSessionUser,
  insertSession,
  insertUser,
  noteSeen,
  readSessionEnd,
  type SeenSession,
  setLocation,
  type User,
} from './sessions.queries.ts'

const ADJECTIVES =
  'Amber Bold Brave Breezy Bright Bubbly Calm Cheery Clever Cosmic Cosy Crisp Dandy Daring Dreamy Eager Fancy Fluffy Gentle Glad Golden Happy Honest Humble Jazzy Jolly Keen Kind Lively Lucky Lunar Mellow Merry Mighty Misty Nimble Noble Peachy Perky Plucky Polite Proud Quick Quiet Rosy Royal Rustic Shiny Silver Sleek Snappy Snug Solar Sparkly Spry Sunny Swift Tidy Velvet Vivid Warm Witty Zany Zesty'.split(
    ' ',
  )
const ANIMALS =
  'Badger Bear Beaver Bison Bunny Camel Cat Cheetah Cougar Crane Deer Dingo Dolphin Eagle Falcon Ferret Finch Fox Gecko Gibbon Goose Hare Hawk Heron Hippo Ibis Jackal Jaguar Kiwi Koala Lark Lemur Leopard Llama Lynx Magpie Marmot Marten Moose Newt Ocelot Okapi Osprey Otter Owl Panda Parrot Pelican Penguin Puffin Quail Rabbit Raven Robin Seal Sparrow Stork Swan Tapir Tiger Toucan Turtle Walrus Wombat'.split(
    ' ',
  )

const pick = (words: readonly string[]) => words[randomInt(words.length)]

/** Generates a name such as SunnyOtter42. Each retry uses a number range ten times as large. */
const randomUsername = (attempt: number) => {
  const low = 10 ** Math.min(attempt, 8)
  return `${pick(ADJECTIVES)}${pick(ANIMALS)}${randomInt(low, low * 10)}`
}

/** `isSaved` tells that the browser remembers a saved account. */
type SessionRequest = Parsed<typeof openSession, 'body'> & { network?: Buffer | null; isSaved?: boolean }
type SessionDeps = Pick<Deps, 'db' | 'log'>

class LostRace extends Error {}

/** Tries the requested name before random names, because browsers remember the visitor's name across a site reset. */
const newUser = async (deps: SessionDeps, seen: SeenSession, wanted: string) =>
  withTx(deps, async (tx) => {
    let user = wanted ? await insertUser(tx, wanted) : undefined
    for (let attempt = 1; !user; attempt++) user = await insertUser(tx, randomUsername(attempt))
    if (!(await insertSession(tx, seen, user.id))) throw new LostRace()
    return user
  })

const createUser = async (deps: SessionDeps, seen: SeenSession, wanted: string): Promise<User> => {
  try {
    return await newUser(deps, seen, wanted)
  } catch (error) {
    const winner = error instanceof LostRace && (await findSessionUser(deps.db, seen))
    if (!winner) throw error
    return winner.user
  }
}

const findUser = async (db: Db, seen: SeenSession): Promise<User | undefined> => {
  const known = await findSessionUser(db, seen)
  if (known?.isDue) await unlessReadOnly(noteSeen(db, seen))
  return known?.user
}

export const isLiving = async ({ db }: Pick<Deps, 'db'>, tokenHash: Buffer) =>
  (await findSessionUser(db, { tokenHash, network: null })) !== undefined

export const toProfile = (user: User): Profile => ({
  id: user.id,
  username: user.username,
  email: user.email,
  emailVerified: user.emailVerifiedAt !== null,
  latitude: user.latitude,
  longitude: user.longitude,
  createdAt: user.createdAt.toISOString(),
  ...(user.blockedAt && { isBlocked: true as const }),
})

/** Rejects an ended session, instead of silently turning its owner into a new visitor. */
const refuseEnded = async (db: Db, sessionHash: Buffer) => {
  const end = await readSessionEnd(db, sessionHash)
  if (end === 'saved')
    throw new AppError('saved_elsewhere', 'Your account was saved on another device. Log in with your email.')
  if (end === 'deleted') throw new AppError('account_deleted', 'This account was deleted.')
}

/** Asks the owner of a saved account to log in, because a new session would belong to a new visitor. */
const loginEnded = () => new AppError('login_ended', "You've been logged out. Log in with your email.")

/** @throws {AppError} `saved_elsewhere`, `account_deleted`, `no_session` */
export const findSession = async (
  { db }: SessionDeps,
  { sessionId, network }: { sessionId: string; network: Buffer | null },
): Promise<Answer<typeof readSession>> => {
  const sessionHash = hashText(sessionId)
  const user = await findUser(db, { tokenHash: sessionHash, network })
  if (user) return { ...toProfile(user), sessionId, uploads: user.uploads, votesCast: user.votesCast }
  await refuseEnded(db, sessionHash)
  throw noSession()
}

const addLocation = async (db: Db, user: User, { latitude, longitude }: SessionRequest) => {
  if (latitude == null || longitude == null) return user
  if (latitude === user.latitude && longitude === user.longitude) return user
  return (await setLocation(db, user.id, { latitude, longitude })) ?? user
}

/** Replaces a banned name with an empty one, so the visitor gets a generated name. */
const allowedName = async (db: Db, name: string) => (name && (await isBanned(db, 'username', name)) ? '' : name)

/** See `visitor.md §4`. @throws {AppError} `saved_elsewhere`, `login_ended`, `account_deleted` */
export const createSession = async (
  deps: SessionDeps,
  request: SessionRequest,
  beforeNew: () => Promise<void>,
): Promise<Session> => {
  const sessionHash = hashText(request.sessionId)
  const seen = { tokenHash: sessionHash, network: request.network ?? null }
  const known = await findUser(deps.db, seen)
  if (!known) {
    await refuseEnded(deps.db, sessionHash)
    if (request.isSaved) throw loginEnded()
    await beforeNew()
  }
  const user = known ?? (await createUser(deps, seen, await allowedName(deps.db, request.username)))
  return { ...toProfile(await addLocation(deps.db, user, request)), sessionId: request.sessionId }
}

/** `savedAs` is the account that took over the user's data, or null after a deletion. */
export const expireSessions = (tx: Db, userId: number, savedAs: number | null = userId) =>
  endSessions(tx, userId, savedAs)

export const endSession = ({ db }: Pick<Deps, 'db'>, sessionHash: Buffer) => deleteSession(db, sessionHash)
