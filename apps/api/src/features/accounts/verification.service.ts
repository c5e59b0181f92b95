import { timingSafeEqual } from 'node:crypto'
import type { LinkFailure } from '@hotvote/shared/link-failures'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { allowLongStatements, type Db, getConstraint, withTx } from '../../platform/db/client.ts'
import { hashText } from '../../platform/http/guards.ts'
import { startSession } from './exchange-codes.service.ts'
import {
  findAccountByEmail,
  findLink,
  type LinkSummary,
  redeemToken,
  summarizeLink,
  type Token,
} from './magic-links.queries.ts'
import {
  countLogin,
  deleteOwnRatings,
  isAnonymous,
  leaveBehind,
  lockAccount,
  lockBoth,
  lockChangedItems,
  MERGE_TIMEOUT,
  type Merge,
  moveRatings,
  moveReports,
  moveUploads,
  removeUser,
  setEmail,
  takeOver,
} from './merging.queries.ts'
import { expireSessions } from './sessions.service.ts'

const wasDeleted = () => new AppError('unavailable', 'This account is being deleted.')

/** Moves uploads and the newest ratings (docs/decisions/007). Returns false if older ratings remain. */
export const mergeInto = async (tx: Db, merge: Merge): Promise<boolean> => {
  if (!(await isAnonymous(tx, merge.from))) return true
  await allowLongStatements(tx, MERGE_TIMEOUT)
  await lockChangedItems(tx, merge)
  if (!(await lockBoth(tx, merge)) || !(await lockAccount(tx, merge.into))) throw wasDeleted()
  const isWhole = await moveRatings(tx, merge)
  await moveUploads(tx, merge)
  await moveReports(tx, merge)
  await deleteOwnRatings(tx, merge.into)
  await takeOver(tx, merge, isWhole)
  await expireSessions(tx, merge.from, merge.into)
  await (isWhole ? removeUser(tx, merge) : leaveBehind(tx, merge))
  return isWhole
}

type Started = { sessionId: string; code: string }
type VerificationDeps = Pick<Deps, 'db' | 'log'>

/** Thrown to roll back the transaction if the link can't be used. */
class Refused extends Error {
  readonly reason: LinkFailure
  constructor(reason: LinkFailure) {
    super(reason)
    this.reason = reason
  }
}

/** `own` is true if this browser requested the link. */
export type LinkState = { error: LinkFailure } | { own: boolean; summary: LinkSummary }

export const checkLink = async (
  { db }: VerificationDeps,
  token: string,
  nonce: string | undefined,
): Promise<LinkState> => {
  const tokenHash = hashText(token)
  const link = await findLink(db, tokenHash)
  if (link?.state === 'expired') return { error: 'expired-token' }
  const summary = link?.state === 'good' ? await summarizeLink(db, tokenHash) : undefined
  if (!link || !summary) return { error: 'invalid-token' }
  return { summary, own: nonce !== undefined && timingSafeEqual(hashText(nonce), link.nonceHash) }
}

/** Saves the visitor's account, or merges the visitor into an existing account (docs/decisions/007). */
const save = async (tx: Db, { userId, email }: Token) => {
  const existing = await findAccountByEmail(tx, email)
  if (existing && existing.id !== userId) {
    return { userId: existing.id, isWhole: await mergeInto(tx, { from: userId, into: existing.id }) }
  }
  if (!(await setEmail(tx, userId, email))) throw new Refused('invalid-user')
  return { userId, isWhole: true }
}

const logIn = async (tx: Db, { userId, email }: Token) => {
  const account = await lockAccount(tx, userId)
  if (account?.email !== email) throw new Refused('invalid-user')
  return { userId, isWhole: true }
}

const useLink = async (tx: Db, tokenHash: Buffer) => {
  const token = await redeemToken(tx, tokenHash)
  if (!token)
    throw new Refused((await findLink(tx, tokenHash))?.state === 'expired' ? 'expired-token' : 'invalid-token')
  const { userId, isWhole } = token.purpose === 'save' ? await save(tx, token) : await logIn(tx, token)
  if (token.purpose === 'save') await expireSessions(tx, userId)
  await countLogin(tx, userId)
  return { ...(await startSession(tx, userId)), isWhole }
}

/** `isWhole` is false if older ratings were not moved (docs/decisions/007). */
export const openLink = async (
  deps: VerificationDeps,
  token: string,
): Promise<(Started & { isWhole: boolean }) | { error: LinkFailure }> => {
  try {
    return await withTx(deps, (tx) => useLink(tx, hashText(token)))
  } catch (error) {
    if (error instanceof Refused) return { error: error.reason }
    // Another browser has just saved an account with the same address.
    if (getConstraint(error) === 'users_email_key') return { error: 'verification-failed' }
    throw error
  }
}
