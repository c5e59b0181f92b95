import { randomBytes, randomUUID } from 'node:crypto'
import { LINK_MINUTES } from '@hotvote/shared/limits'
import { type Db, withTx } from '../../db/client.ts'
import { timeOf } from '../../db/time.ts'
import type { Deps } from '../../deps.ts'
import { hashOf, noSession } from '../../http/guards.ts'
import { addKeyedJob } from '../../jobs/queue.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { linkMail } from './link-mails.ts'
import { accountWith, endLinksOf, insertToken, nameOf, type Purpose } from './magic-links.queries.ts'

type MagicLinkDeps = Pick<Deps, 'db' | 'log' | 'config' | 'brands'>
/**
 * `userId` is null when nobody has the address; `nonce` lies in a cookie of the browser that sent the request, for the
 * host that it was sent to.
 */
type LinkRequest = { userId: number | null; purpose: Purpose; email: string; nonce: string; host: string | undefined }

/** Milliseconds, as the database counts them for the token. */
const LIFETIME = LINK_MINUTES * 60_000

/** A token of a link, or a nonce. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** A link leads to the host of the request if that is one of ours, else to that of `PUBLIC_URL`; never to another. */
const urlOf = ({ brands }: MagicLinkDeps, host: LinkRequest['host'], token: string) =>
  `${brands.baseOf(host)}/api/auth/verify?token=${token}`

/**
 * Ends the user's open link, makes another and queues its mail. For nobody it does the same work and queues a job that
 * does nothing, so that the time of the answer does not tell whether there is an account.
 */
const issue = async (deps: MagicLinkDeps, tx: Db, { userId, purpose, email, nonce, host }: LinkRequest) => {
  const token = newSecret()
  const username = await nameOf(tx, userId ?? 0)
  const data = { brand: deps.brands.of(host), url: urlOf(deps, host, token), username }
  const mail = linkMail(purpose, data)
  await endLinksOf(tx, userId)
  const made = { tokenHash: hashOf(token), nonceHash: hashOf(nonce), userId, purpose, email }
  const isThere = await insertToken(tx, made)
  if (!isThere && purpose === 'save') throw noSession()
  if (isThere && userId !== null)
    return queueMail(deps, tx, { to: email, ...mail, about: { userId, purpose }, lifetime: LIFETIME })
  // As `queueMail` does.
  await timeOf(tx)
  await addKeyedJob(tx, { name: 'mail-nobody', payload: {}, key: `nobody:${randomUUID()}` })
}

/**
 * Mails a link that saves this visitor's account under an address (`visitor.md §2`).
 * @throws {AppError} `no_session` when the visitor was deleted or merged meanwhile
 */
export const sendSavingLink = (deps: MagicLinkDeps, request: Omit<LinkRequest, 'purpose'> & { userId: number }) =>
  withTx(deps, (tx) => issue(deps, tx, { ...request, purpose: 'save' }))

/** Mails a link to the saved account with this address, if there is one (`visitor.md §2`). */
export const sendLoginLink = (deps: MagicLinkDeps, request: Omit<LinkRequest, 'purpose' | 'userId'>) =>
  withTx(deps, async (tx) => {
    const account = await accountWith(tx, request.email)
    await issue(deps, tx, { ...request, userId: account?.id ?? null, purpose: 'login' })
  })
