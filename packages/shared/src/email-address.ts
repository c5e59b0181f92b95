/** Browsers and Node have this class; the package takes no types from either. */
declare const URL: new (address: string) => { hostname: string }

/** The domain as name servers know it: `bücher.example` is `xn--bcher-kva.example`. Unchanged if it has no such form. */
const toAsciiDomain = (domain: string) => {
  if (!/\P{ASCII}/u.test(domain) || /[\s/\\?#:[\]%@]/.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** Full-width signs as ASCII and the domain in its ASCII form; keeps the case of the rest. */
export const toAsciiEmail = (typed: string) => {
  const address = typed.normalize('NFKC').replaceAll('。', '.').trim()
  const at = address.lastIndexOf('@')
  return at < 0 ? address : `${address.slice(0, at)}@${toAsciiDomain(address.slice(at + 1))}`
}

/** An address as it is checked, compared and stored (`visitor.md §5`). */
export const normalizeEmail = (typed: string) => toAsciiEmail(typed).toLowerCase()
