import type { Answer } from '@hotvote/shared/contract'
import { normalizeEmail } from '@hotvote/shared/email-address'
import { EMAIL_NOT_VALID } from '@hotvote/shared/email-texts'
import { emailAddress, type validateEmail } from '@hotvote/shared/visitor/accounts'
import spellChecker from '@zootools/email-spell-checker'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import listedProviders from 'email-providers/all.json' with { type: 'json' }
import isEmail from 'validator/lib/isEmail.js'
import type { Deps } from '../../deps.ts'

/** Mail providers that both lists lack. */
const MORE_PROVIDERS =
  'disroot.org duck.com eclipso.de gmx.co.uk gmx.us inbox.ru internet.ru kolabnow.com mail.bg mail.de mail.dk mailbox.org mailfence.com mailo.com mailo.eu ok.ru online.no posteo.de riseup.net skiff.com telia.com tuta.com tuta.io tutanota.com vivaldi.net vk.com xmail.ru ya.ru ziggo.nl'.split(
    ' ',
  )
/** Slips that the list of providers has, although mail to them hardly ever reaches a person. */
const LISTED_SLIPS = [
  ...['gamil.com', 'gmai.com', 'gmail.co', 'gmail.om', 'gmal.com', 'gmial.com', 'hotmai.com', 'hotmail.cm'],
  ...['hotmail.con', 'hotmial.com', 'yaho.com', 'yahoo.om'],
]
const providers = new Set([...listedProviders, ...MORE_PROVIDERS])
for (const slip of LISTED_SLIPS) providers.delete(slip)

/** Domains that a slip is corrected to: the most common providers. */
const domains = [...spellChecker.POPULAR_DOMAINS, 'hotmail.com', 'live.com', 'mail.ru', 'outlook.com', 'yahoo.com']
/** Providers that have one domain for each country. */
const secondLevelDomains = ['yahoo', 'hotmail', 'live', 'outlook']

const isNational = (domain: string) => {
  const dot = domain.indexOf('.')
  return secondLevelDomains.includes(domain.slice(0, dot)) && spellChecker.POPULAR_TLDS.includes(domain.slice(dot + 1))
}

/** The address that was probably meant, when its domain looks like a slip. Known providers are never corrected. */
const suggestAddress = (address: string): string | undefined => {
  const index = address.lastIndexOf('@')
  const domain = address.slice(index + 1)
  if (index < 1 || providers.has(domain) || isNational(domain)) return undefined
  const found = spellChecker.run({ email: address, domains, secondLevelDomains })
  // The library also puts together domains that no provider has.
  if (!found || !(domains.includes(found.domain) || isNational(found.domain))) return undefined
  return `${address.slice(0, index)}@${found.domain}`
}

const DISPOSABLE = 'Please use a permanent email address'
const NO_MAIL = 'This domain cannot receive email'

/** Made once: the library's own function builds it with each call. */
const disposableDomains = disposableEmailBlocklistSet()

/** Whether a domain, or one that it lies in, gives out addresses that are thrown away after use. */
const isDisposable = (domain: string) => {
  const labels = domain.split('.')
  return labels.some((_, first) => first < labels.length - 1 && disposableDomains.has(labels.slice(first).join('.')))
}

/** What is wrong with an address that has the form of one. */
const problemWith = async ({ takesMail }: Pick<Deps, 'takesMail'>, address: string) => {
  if (!isEmail(address)) return EMAIL_NOT_VALID
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (isDisposable(domain)) return DISPOSABLE
  // Name servers that do not answer are not the visitor's fault.
  return (await takesMail(domain)) === false ? NO_MAIL : undefined
}

/** An address that can be sent to, written like one. */
const usable = (address: string | undefined) =>
  address !== undefined && emailAddress.safeParse(address).success && isEmail(address) ? [address] : []

/** Whether an address can receive mail, and what was probably meant (`visitor.md §3`, `§5`). */
export const checkEmail = async (
  deps: Pick<Deps, 'takesMail'>,
  typed: string,
): Promise<Answer<typeof validateEmail>> => {
  const address = emailAddress.safeParse(typed)
  const problem = address.success
    ? await problemWith(deps, address.data)
    : (address.error.issues[0]?.message ?? EMAIL_NOT_VALID)
  const suggestions = usable(suggestAddress(normalizeEmail(typed)))
  // A slip led to a domain that collects such mails: that is no choice of the visitor's.
  const error = problem === DISPOSABLE && suggestions.length > 0 ? EMAIL_NOT_VALID : problem
  return { isValid: error === undefined, errors: error ? [error] : [], suggestions }
}
