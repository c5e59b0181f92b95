import { emailAddress, type validateEmail } from '@hotvote/shared/accounts'
import type { Answer } from '@hotvote/shared/contract'
import { normalizeEmail } from '@hotvote/shared/email-address'
import { EMAIL_NOT_VALID } from '@hotvote/shared/email-texts'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import isEmail from 'validator/lib/isEmail.js'
import type { Deps } from '../../deps.ts'
import { suggestAddress } from './suggestion.ts'

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
