import { randomBytes } from 'node:crypto'
import { EXCHANGE_CODE_PREFIX, SESSION_ID_LENGTH } from '@hotvote/shared/limits'
import type { Session } from '@hotvote/shared/visitor/sessions'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import { hashText } from '../../platform/http/guards.ts'
import { findSessionUser, insertCode, insertSession, renameSession, takeCode } from './sessions.queries.ts'
import { toProfile } from './sessions.service.ts'

const randomText = (length: number) => randomBytes(length).toString('base64url').slice(0, length)

/** The prefix keeps a used exchange code from becoming a new visitor's session id (docs/decisions/009). */
export const isExchangeCode = (sessionId: string) => sessionId.startsWith(EXCHANGE_CODE_PREFIX)

export const startSession = async (tx: Db, userId: number) => {
  const sessionId = randomText(SESSION_ID_LENGTH)
  const code = EXCHANGE_CODE_PREFIX + randomText(SESSION_ID_LENGTH - EXCHANGE_CODE_PREFIX.length)
  const sessionHash = hashText(sessionId)
  await insertSession(tx, { tokenHash: sessionHash, network: null }, userId)
  await insertCode(tx, hashText(code), { userId, sessionHash })
  return { sessionId, code }
}

const refused = () => new AppError('invalid_code', 'This login has expired. Please ask for a new link.')

/** Exchanges a code for a new session id, once. @throws {AppError} `invalid_code` */
export const redeemCode = (
  deps: Pick<Deps, 'db' | 'log'>,
  sentCode: string,
  cookieHash: Buffer | null,
): Promise<Session> => {
  if (!cookieHash) throw refused()
  const sessionId = randomText(SESSION_ID_LENGTH)
  const fresh = { tokenHash: hashText(sessionId), network: null }
  return withTx(deps, async (tx) => {
    const code = await takeCode(tx, hashText(sentCode))
    if (!code?.sessionHash.equals(cookieHash)) throw refused()
    await renameSession(tx, code.sessionHash, fresh.tokenHash)
    const found = await findSessionUser(tx, fresh)
    if (!found) throw refused()
    return { ...toProfile(found.user), sessionId }
  })
}
