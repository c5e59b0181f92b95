import { randomBytes, randomUUID } from 'node:crypto'
import type { Brand } from '@hotvote/shared/brands'
import { LINK_MINUTES } from '@hotvote/shared/limits'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import { readTime } from '../../platform/db/time.ts'
import { hashText, noSession } from '../../platform/http/guards.ts'
import { addKeyedJob } from '../../platform/jobs/queue.ts'
import { renderMail } from '../../platform/mail/layout.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { BANNED_DOMAIN, isBanned } from '../access/bans.service.ts'
import { endLinks, findAccountByEmail, findUsername, insertToken, type Purpose } from './magic-links.queries.ts'

type LinkMailData = { brand: Brand; url: string; username: string }

const FOOTNOTES = [
  `The link works once and expires in ${LINK_MINUTES} minutes. Requesting a new link cancels this one.`,
  "Didn't request this? You can ignore this email.",
]

const saving = ({ brand: { siteName }, url, username }: LinkMailData) => ({
  subject: `Save your ${siteName} account`,
  title: 'Save your account',
  paragraphs: [
    `Confirm your email to keep the votes and uploads of ${username}.`,
    'No password needed. Next time, log in with a link like this one.',
  ],
  button: { label: 'Save my account', url },
  footnotes: FOOTNOTES,
})

const loggingIn = ({ brand: { siteName }, url }: LinkMailData) => ({
  subject: `Your ${siteName} login link`,
  title: 'Log in to your account',
  paragraphs: [`Use this link to log in to your saved ${siteName} account.`],
  button: { label: 'Log in', url },
  footnotes: FOOTNOTES,
})

/** See `visitor.md §2`. */
const linkMail = (purpose: Purpose, data: LinkMailData) =>
  renderMail(data.brand, purpose === 'save' ? saving(data) : loggingIn(data))

type MagicLinkDeps = Pick<Deps, 'db' | 'log' | 'config' | 'brands'>
type LinkRequest = { userId: number | null; purpose: Purpose; email: string; nonce: string; host: string | undefined }

/** Milliseconds. */
const LIFETIME = LINK_MINUTES * 60_000

export const newSecret = () => randomBytes(32).toString('base64url')

/** Uses the request's host only if it belongs to the site, otherwise `PUBLIC_URL`. */
const buildLink = ({ brands }: MagicLinkDeps, host: LinkRequest['host'], token: string) =>
  `${brands.getBaseUrl(host)}/api/auth/verify?token=${token}`

/** Takes just as long for addresses without an account, so timing reveals nothing. */
const issue = async (deps: MagicLinkDeps, tx: Db, { userId, purpose, email, nonce, host }: LinkRequest) => {
  const token = newSecret()
  const username = await findUsername(tx, userId ?? 0)
  const data = { brand: deps.brands.of(host), url: buildLink(deps, host, token), username }
  const mail = linkMail(purpose, data)
  await endLinks(tx, userId)
  const made = { tokenHash: hashText(token), nonceHash: hashText(nonce), userId, purpose, email }
  const isThere = await insertToken(tx, made)
  if (!isThere && purpose === 'save') throw noSession()
  if (isThere && userId !== null)
    return queueMail(deps, tx, { to: email, ...mail, about: { userId, purpose }, lifetime: LIFETIME })
  // Take as long as `queueMail`, so that timing doesn't reveal whether an account exists.
  await readTime(tx)
  await addKeyedJob(tx, { name: 'skip-mail', payload: {}, key: `nobody:${randomUUID()}` })
}

/** See `visitor.md §2`. @throws {AppError} `no_session` */
export const sendSavingLink = async (
  deps: MagicLinkDeps,
  request: Omit<LinkRequest, 'purpose'> & { userId: number },
) => {
  if (await isBanned(deps.db, 'email_domain', request.email)) throw new AppError('invalid_request', BANNED_DOMAIN)
  return withTx(deps, (tx) => issue(deps, tx, { ...request, purpose: 'save' }))
}

/** Sends an email only if an account has this address (`visitor.md §2`). */
export const sendLoginLink = (deps: MagicLinkDeps, request: Omit<LinkRequest, 'purpose' | 'userId'>) =>
  withTx(deps, async (tx) => {
    const account = await findAccountByEmail(tx, request.email)
    await issue(deps, tx, { ...request, userId: account?.id ?? null, purpose: 'login' })
  })
