/** Messages from `visitor.md §5`. */
export const EMAIL_REQUIRED = 'Email address is required'
export const EMAIL_NOT_VALID = 'Please enter a valid email address'

/** Declared here, because this package has neither DOM nor Node types. */
declare const URL: new (address: string) => { hostname: string }

const toAsciiDomain = (domain: string) => {
  if (!/\P{ASCII}/u.test(domain) || /[\s/\\?#:[\]%@]/.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** Normalizes full-width characters and converts the domain to Punycode. */
export const toAsciiEmail = (typed: string) => {
  const address = typed.normalize('NFKC').replaceAll('。', '.').trim()
  const at = address.lastIndexOf('@')
  return at < 0 ? address : `${address.slice(0, at)}@${toAsciiDomain(address.slice(at + 1))}`
}

/** Converts an address to the form in which addresses are stored and compared (`visitor.md §5`). */
export const normalizeEmail = (typed: string) => toAsciiEmail(typed).toLowerCase()
