import spellChecker from '@zootools/email-spell-checker'

/** Real mail providers that the list of the library lacks, and takes for slips of others. */
const MORE_PROVIDERS = [
  'abv.bg',
  'fastmail.com',
  'gmx.at',
  'gmx.ch',
  'gmx.de',
  'gmx.net',
  'hanmail.net',
  'hotmail.com',
  'inbox.ru',
  'libero.it',
  'list.ru',
  'live.com',
  'mac.com',
  'mail.com',
  'mail.ru',
  'mailbox.org',
  'naver.com',
  'outlook.com',
  'tutanota.com',
  'ya.ru',
  'yahoo.co.uk',
  'yahoo.com',
]
const domains = [...spellChecker.POPULAR_DOMAINS, ...MORE_PROVIDERS]
/** Providers that are found under many endings. */
const secondLevelDomains = ['yahoo', 'hotmail', 'live', 'outlook']

/** The library also mends domains of its own making: who writes from a company's is left alone. */
const isProvider = (domain: string) => {
  const dot = domain.indexOf('.')
  return (
    domains.includes(domain) ||
    (secondLevelDomains.includes(domain.slice(0, dot)) && spellChecker.POPULAR_TLDS.includes(domain.slice(dot + 1)))
  )
}

/** The address that was probably meant, when its domain looks like a slip of a well-known one. */
export const suggestionFor = (address: string): string | undefined => {
  const index = address.lastIndexOf('@')
  if (index < 1) return undefined
  const found = spellChecker.run({ email: address, domains, secondLevelDomains })
  return found && isProvider(found.domain) ? `${address.slice(0, index)}@${found.domain}` : undefined
}
