import { followLink, linkToken, redeemLink } from '@hotvote/shared/accounts'
import { LINK_FAILURES, type LinkFailure } from '@hotvote/shared/link-failures'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { describeCall } from '../../http/described.ts'
import { sendErrorsAsPage } from '../../http/errors.ts'
import { setSessionCookie } from '../../http/guards.ts'
import { clearNonceCookie, readNonceCookie } from './nonce-cookie.ts'
import { checkLink, openLink } from './verification.service.ts'
import { notNowPage, PAGE_POLICY, verificationPage } from './verification-page.ts'

const PATH = followLink.path
/** Bytes of the form. */
const FORM_LIMIT = 2000

/** Keeps the address, which carries a secret, from search engines and other sites. */
const headers: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', PAGE_POLICY)
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Robots-Tag', 'noindex, nofollow')
  next()
}

const tokenIn = (value: unknown) => linkToken.safeParse(value).data
const tokenOf = ({ body, query }: Request) => tokenIn(body?.token ?? query.token)

/** A browser is redirected to the site, which says what is wrong; a program gets a status. */
const wantsPage = ({ method, headers: { accept = '' } }: Request) =>
  accept.includes('text/html') || (method !== 'POST' && !accept.includes('json'))

/** Browsers fetch links ahead of a click, and some only to preview them: neither is the visitor's decision. */
const isPrefetch = (req: Request) =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(req.get(name) ?? ''),
  )

/** Targets are written here: none is ever read from a request. */
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
  const brandOf = (req: Request) => deps.brands.of(req.hostname)

  router.use(PATH, headers, async (req, res, next) => {
    if (wantsPage(req)) sendErrorsAsPage(res, (reason) => notNowPage(brandOf(req), reason))
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
    res.type('html').send(verificationPage(brandOf(req), token, link.summary))
  })
  const form = [
    express.urlencoded({ limit: FORM_LIMIT, extended: false, inflate: false }),
    express.json({ limit: FORM_LIMIT, inflate: false }),
  ]
  router.post(PATH, ...form, async (req, res) => {
    const token = tokenOf(req)
    if (!token) return refuse(req, res, 'invalid-token')
    await use(req, res, token)
  })
  return router
}
