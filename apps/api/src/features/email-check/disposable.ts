import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

/** Made once: the library's own question builds it each time. */
const listed = disposableEmailBlocklistSet()

/** Whether addresses of a domain, or of one that it lies in, are thrown away after use. The list comes with the package. */
export const isDisposable = (domain: string) => {
  const labels = domain.split('.')
  return labels.some((_, first) => first < labels.length - 1 && listed.has(labels.slice(first).join('.')))
}
