import { randomBytes } from 'node:crypto'
import { EXCHANGE_CODE_PREFIX, SESSION_ID_LENGTH } from '@hotvote/shared/limits'
import type { Session } from '@hotvote/shared/sessions'
import { type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { hashOf } from '../../http/guards.ts'
import { consumeCode, deleteSession, endSessions, insertCode, renameSession } from './exchange-codes.queries.ts'
import { insertSession, userOfSession } from './sessions.queries.ts'
import { profileOf } from './sessions.service.ts'

const randomText = (length: number) => randomBytes(length).toString('base64url').slice(0, length)

/** Codes begin with a prefix, so that a used one is never taken for the session id of a new visitor (docs/decisions/010). */
export const isExchangeCode = (sessionId: string) => sessionId.startsWith(EXCHANGE_CODE_PREFIX)

/**
 * A new session of a user, and the code that the page turns into it: good for a minute, once, and only beside the
 * cookie of this session.
 */
export const startSession = async (tx: Db, userId: number) => {
  const sessionId = randomText(SESSION_ID_LENGTH)
  const code = EXCHANGE_CODE_PREFIX + randomText(SESSION_ID_LENGTH - EXCHANGE_CODE_PREFIX.length)
  const sessionHash = hashOf(sessionId)
  await insertSession(tx, { tokenHash: sessionHash, network: null }, userId)
  await insertCode(tx, hashOf(code), { userId, sessionHash })
  return { sessionId, code }
}

/**
 * Logs a user out everywhere: `savedAs` is the account that has everything now, null where none has, and each of the browsers
 * is told with its next session call (`saved_elsewhere`, or that the account was deleted).
 */
export const endSessionsOf = (tx: Db, userId: number, savedAs: number | null = userId) =>
  endSessions(tx, userId, savedAs)

/** Logs this browser out. */
export const endSession = ({ db }: Pick<Deps, 'db'>, sessionHash: Buffer) => deleteSession(db, sessionHash)

const refused = () => new AppError('invalid_code', 'This login has expired. Please ask for a new link.')

/**
 * Turns a code into the session that it belongs to, under a fresh id: whoever saw the code before has nothing.
 * @throws {AppError} `invalid_code`, which changes nothing
 */
export const redeemCode = (
  deps: Pick<Deps, 'db' | 'log'>,
  code: string,
  sessionHash: Buffer | null,
): Promise<Session> => {
  if (!sessionHash) throw refused()
  const sessionId = randomText(SESSION_ID_LENGTH)
  const fresh = hashOf(sessionId)
  return withTx(deps, async (tx) => {
    if (!(await consumeCode(tx, hashOf(code), sessionHash))) throw refused()
    if (!(await renameSession(tx, sessionHash, fresh))) throw refused()
    const found = await userOfSession(tx, { tokenHash: fresh, network: null })
    if (!found) throw refused()
    return { ...profileOf(found.user), sessionId }
  })
}
