import type { Answer } from '@hotvote/shared/contract'
import { EMAIL_NOT_VALID, normalizeEmail } from '@hotvote/shared/email-address'
import { emailAddress, validateEmail } from '@hotvote/shared/visitor/accounts'
import spellChecker from '@zootools/email-spell-checker'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import listedProviders from 'email-providers/all.json' with { type: 'json' }
import { Router } from 'express'
import isEmail from 'validator/lib/isEmail.js'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard, maybeSessionCookie } from '../../platform/http/guards.ts'
import { BANNED_DOMAIN, isBanned } from '../access/bans.service.ts'

/** Mail providers that are missing from the lists of both libraries. */
const MORE_PROVIDERS =
  'disroot.org duck.com eclipso.de gmx.co.uk gmx.us inbox.ru internet.ru kolabnow.com mail.bg mail.de mail.dk mailbox.org mailfence.com mailo.com mailo.eu ok.ru online.no posteo.de riseup.net skiff.com telia.com tuta.com tuta.io tutanota.com vivaldi.net vk.com xmail.ru ya.ru ziggo.nl'.split(
    ' ',
  )
/** Typos that the list of providers contains by mistake. */
const LISTED_SLIPS = [
  ...['gamil.com', 'gmai.com', 'gmail.co', 'gmail.om', 'gmal.com', 'gmial.com', 'hotmai.com', 'hotmail.cm'],
  ...['hotmail.con', 'hotmial.com', 'yaho.com', 'yahoo.om'],
]
const providers = new Set([...listedProviders, ...MORE_PROVIDERS])
for (const slip of LISTED_SLIPS) providers.delete(slip)

const domains = [...spellChecker.POPULAR_DOMAINS, 'hotmail.com', 'live.com', 'mail.ru', 'outlook.com', 'yahoo.com']
/** Providers with one domain per country. */
const secondLevelDomains = ['yahoo', 'hotmail', 'live', 'outlook']

const isNational = (domain: string) => {
  const dot = domain.indexOf('.')
  return secondLevelDomains.includes(domain.slice(0, dot)) && spellChecker.POPULAR_TLDS.includes(domain.slice(dot + 1))
}

const suggestAddress = (address: string): string | undefined => {
  const index = address.lastIndexOf('@')
  const domain = address.slice(index + 1)
  if (index < 1 || providers.has(domain) || isNational(domain)) return undefined
  const found = spellChecker.run({ email: address, domains, secondLevelDomains })
  // The library also suggests domains that no provider uses.
  if (!found || !(domains.includes(found.domain) || isNational(found.domain))) return undefined
  return `${address.slice(0, index)}@${found.domain}`
}

const DISPOSABLE = 'Please use a permanent email address'
const NO_MAIL = 'This domain cannot receive email'

/** Built once, because the library's own function rebuilds the set on each call. */
const disposableDomains = disposableEmailBlocklistSet()

const isDisposable = (domain: string) => {
  const labels = domain.split('.')
  return labels.some((_, first) => first < labels.length - 1 && disposableDomains.has(labels.slice(first).join('.')))
}

const problemWith = async ({ db, takesMail }: Pick<Deps, 'db' | 'takesMail'>, address: string) => {
  if (!isEmail(address)) return EMAIL_NOT_VALID
  if (await isBanned(db, 'email_domain', address)) return BANNED_DOMAIN
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (isDisposable(domain)) return DISPOSABLE
  // Accept addresses if the name servers don't respond, because that is not the visitor's fault.
  return (await takesMail(domain)) === false ? NO_MAIL : undefined
}

const usable = (address: string | undefined) =>
  address !== undefined && emailAddress.safeParse(address).success && isEmail(address) ? [address] : []

const checkEmail = async (
  deps: Pick<Deps, 'db' | 'takesMail'>,
  typed: string,
): Promise<Answer<typeof validateEmail>> => {
  const address = emailAddress.safeParse(typed)
  const problem = address.success
    ? await problemWith(deps, address.data)
    : (address.error.issues[0]?.message ?? EMAIL_NOT_VALID)
  const suggestions = usable(suggestAddress(normalizeEmail(typed)))
  // A mistyped domain may look disposable, so suggest the correction instead.
  const error = problem === DISPOSABLE && suggestions.length > 0 ? EMAIL_NOT_VALID : problem
  return { isValid: error === undefined, errors: error ? [error] : [], suggestions }
}

/** Needs no session, because visitors check their address before they log in (`visitor.md §7`). */
export const emailCheckRoutes = (deps: Deps): Router => {
  const router = Router()
  const readSession = maybeSessionCookie(deps.config)
  const limited = guard({ session: 'optional', isLimited: true }, (req) =>
    deps.rateLimit('emailCheck', { session: readSession(req), address: req.ip }),
  )
  endpoint(router, validateEmail, limited, ({ body }) => checkEmail(deps, body.email))
  return router
}
