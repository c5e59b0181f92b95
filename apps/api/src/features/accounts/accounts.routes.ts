import { createHash, createHmac } from 'node:crypto'
import type { Brand } from '@hotvote/shared/brands'
import { LINK_MINUTES } from '@hotvote/shared/limits'
import { LINK_FAILURES, type LinkFailure } from '@hotvote/shared/link-failures'
import {
  followLink,
  linkToken,
  loginExisting,
  logOut,
  redeemLink,
  sendMagicLink,
} from '@hotvote/shared/visitor/accounts'
import escapeHtml from 'escape-html'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Config } from '../../platform/config/config.ts'
import { clearCookie, readCookie, setCookie } from '../../platform/http/cookies.ts'
import { describeCall } from '../../platform/http/described.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { sendErrorsAsPage } from '../../platform/http/errors.ts'
import {
  anybody,
  clearSessionCookie,
  guard,
  hashText,
  maybeSessionCookie,
  requireSession,
  setSessionCookie,
} from '../../platform/http/guards.ts'
import type { LinkSummary } from './magic-links.queries.ts'
import { newSecret, sendLoginLink, sendSavingLink } from './magic-links.service.ts'
import { endSession } from './sessions.service.ts'
import { checkLink, openLink } from './verification.service.ts'

/** See `visitor.md §8`. */
const SAVING = { message: 'Check your email for a secure login link to save your account.' }
const LOGIN = { message: 'Check your email for a secure login link to access your existing account.' }

export const accountRoutes = (deps: Deps): Router => {
  const router = Router()
  const browser = guard({ session: 'optional' }, maybeSessionCookie(deps.config))

  /** Hashed rate limit key of a mailbox. Mailboxes without an account are limited too. */
  const mailboxKey = (email: string) => ({
    session: createHmac('sha256', deps.config.secret).update(email).digest('hex'),
  })

  endpoint(router, sendMagicLink, requireSession(deps), async ({ body }, { userId, sessionHash }, res) => {
    if (!hashText(body.sessionId).equals(sessionHash)) throw new AppError('not_yours', 'No valid session found.')
    await deps.rateLimit('link', { session: String(userId), address: res.req.ip })
    await deps.rateLimit('savingLinkTo', mailboxKey(body.email))
    const nonce = newSecret()
    await sendSavingLink(deps, { userId, email: body.email, nonce, host: res.req.hostname })
    setNonceCookie(res, deps.config, nonce)
    return SAVING
  })
  endpoint(router, loginExisting, anybody, async ({ body }, _caller, res) => {
    await deps.rateLimit('link', { address: res.req.ip })
    await deps.rateLimit('loginLinkTo', mailboxKey(body.email))
    const nonce = newSecret()
    await sendLoginLink(deps, { email: body.email, nonce, host: res.req.hostname })
    setNonceCookie(res, deps.config, nonce)
    return LOGIN
  })
  endpoint(router, logOut, browser, async (_input, sessionHash, res) => {
    if (sessionHash) await endSession(deps, sessionHash)
    clearSessionCookie(res, deps.config)
    return undefined
  })
  return router
}

type CookieConfig = Pick<Config, 'https'>

/** Cookie of the browser that requested a link. The link works there without a confirmation. */
const COOKIE = 'hv_link'
/** Milliseconds. */
const LIFETIME = LINK_MINUTES * 60_000

const setNonceCookie = (res: Response, config: CookieConfig, nonce: string) =>
  setCookie(res, config, { name: COOKIE, value: nonce, maxAge: LIFETIME })

const clearNonceCookie = (res: Response, config: CookieConfig) => clearCookie(res, config, COOKIE)

const readNonceCookie = (req: Request, config: CookieConfig) => readCookie(req, config, COOKIE)

/** Colors are copied from `apps/web/src/styles.css`. Without scripts, the page can't read the chosen theme. */
const STYLE = `
:root{color-scheme:light dark;--page:oklch(98.5% .004 60);--card:#fff;--text:oklch(22% .012 50);--mute:oklch(47% .012 55);--line:oklch(91% .006 60);--name:oklch(54% .21 20);--focus:oklch(52% .19 262)}
@media (prefers-color-scheme:dark){:root{--page:oklch(15.5% .008 50);--card:oklch(19.5% .009 50);--text:oklch(95% .006 60);--mute:oklch(72% .01 60);--line:oklch(27% .01 50);--name:oklch(72% .18 20);--focus:oklch(76% .13 250)}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--page);color:var(--text);font:16px/1.5 "Inter Variable",Inter,system-ui,sans-serif}
main{width:100%;max-width:400px;padding:32px 24px;border:1px solid var(--line);border-radius:16px;background:var(--card);text-align:center}
.name{margin:0 0 20px;color:var(--name);font-size:22px;font-weight:800;letter-spacing:-.02em}
h1{margin:0 0 8px;font-size:24px;line-height:1.25;letter-spacing:-.02em}
p{margin:0 0 24px;color:var(--mute);text-wrap:balance}
p:last-child{margin:0}
button{width:100%;min-height:52px;border:0;border-radius:12px;background:linear-gradient(120deg,oklch(58.5% .22 27),oklch(56.5% .225 8));color:#fff;font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:2px solid var(--focus);outline-offset:3px}
`

/** Allows a form that posts to this site, but no scripts or images. */
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

type PageTexts = { siteName: string; title: string; heading: string; content: string }

const renderPage = ({ siteName, title, heading, content }: PageTexts) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="strict-origin">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="name">${siteName}</p>
<h1>${heading}</h1>
${content}
</main>
</body>
</html>
`

const NOT_YOU = 'If that is not you, close this page.'
const count = (amount: number, noun: string) => `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`

const describeLink = ({ purpose, username, uploads, votes, mergesInto }: LinkSummary) => {
  const ratings = `${count(uploads, 'upload')} and ${count(votes, 'vote')}`
  if (purpose === 'login') return `Press the button to log in as ${username} in this browser.`
  if (mergesInto === null) return `Press the button to save the account of ${username}, with ${ratings}. ${NOT_YOU}`
  return `Press the button to add the ${ratings} of ${username} to your account ${mergesInto}. ${NOT_YOU}`
}

/** Asks for a click before the link is used, because mail programs open links on their own. */
const verificationPage = (brand: Brand, token: string, summary: LinkSummary) => {
  const siteName = escapeHtml(brand.siteName)
  const content = `<p>${escapeHtml(describeLink(summary))}</p>
<form method="post" action="/api/auth/verify">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button type="submit">Continue to ${siteName}</button>
</form>`
  return renderPage({ siteName, title: `Continue to ${siteName}`, heading: 'Almost there', content })
}

/** Shown if a valid link can't be used right now, for the given `reason`. */
const notNowPage = (brand: Brand, reason: string) => {
  const siteName = escapeHtml(brand.siteName)
  const content = `<p>${escapeHtml(reason)}</p>
<p>Your link still works. Try again later.</p>`
  return renderPage({ siteName, title: `Please wait – ${siteName}`, heading: 'Not right now', content })
}

const PATH = followLink.path
/** Bytes. */
const FORM_LIMIT = 2000

/** Hides the URL from search engines and other sites, because it contains a secret. */
const headers: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', PAGE_POLICY)
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Robots-Tag', 'noindex, nofollow')
  next()
}

const tokenIn = (value: unknown) => linkToken.safeParse(value).data
const readToken = ({ body, query }: Request) => tokenIn(body?.token ?? query.token)

/** Browsers are redirected to the site; other clients get a status code. */
const wantsPage = ({ method, headers: { accept = '' } }: Request) =>
  accept.includes('text/html') || (method !== 'POST' && !accept.includes('json'))

/** Detects prefetches and link previews, in which the visitor has not opened the link. */
const isPrefetch = (req: Request) =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(req.get(name) ?? ''),
  )

/** The redirect target is fixed to prevent open redirects. */
const refuse = (req: Request, res: Response, error: LinkFailure) => {
  if (!wantsPage(req)) throw new AppError('invalid_link', LINK_FAILURES[error])
  res.redirect(303, `/?error=${error}`)
}

export const verificationRoutes = (deps: Deps): Router => {
  const router = Router()
  const { config } = deps

  const use = async (req: Request, res: Response, token: string) => {
    const outcome = await openLink(deps, token)
    if ('error' in outcome) return refuse(req, res, outcome.error)
    setSessionCookie(res, config, outcome.sessionId)
    clearNonceCookie(res, config)
    res.redirect(303, `/?verified=true&session=${outcome.code}${outcome.isWhole ? '' : '&left-behind=true'}`)
  }
  const getBrand = (req: Request) => deps.brands.of(req.hostname)

  router.use(PATH, headers, async (req, res, next) => {
    if (wantsPage(req)) sendErrorsAsPage(res, (reason) => notNowPage(getBrand(req), reason))
    await deps.rateLimit('verify', { address: req.ip })
    next()
  })
  for (const call of [followLink, redeemLink]) describeCall(router, call)
  router.get(PATH, async (req, res) => {
    const token = tokenIn(req.query.token)
    if (!token) return refuse(req, res, 'invalid-token')
    const link = await checkLink(deps, token, readNonceCookie(req, config))
    if ('error' in link) return refuse(req, res, link.error)
    if (link.own && req.method === 'GET' && !isPrefetch(req)) return use(req, res, token)
    res.type('html').send(verificationPage(getBrand(req), token, link.summary))
  })
  const form = [
    express.urlencoded({ limit: FORM_LIMIT, extended: false, inflate: false }),
    express.json({ limit: FORM_LIMIT, inflate: false }),
  ]
  router.post(PATH, ...form, async (req, res) => {
    const token = readToken(req)
    if (!token) return refuse(req, res, 'invalid-token')
    await use(req, res, token)
  })
  return router
}
