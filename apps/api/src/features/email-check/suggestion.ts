import spellChecker from '@zootools/email-spell-checker'
import listedProviders from 'email-providers/all.json' with { type: 'json' }

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
export const suggestAddress = (address: string): string | undefined => {
  const index = address.lastIndexOf('@')
  const domain = address.slice(index + 1)
  if (index < 1 || providers.has(domain) || isNational(domain)) return undefined
  const found = spellChecker.run({ email: address, domains, secondLevelDomains })
  // The library also puts together domains that no provider has.
  if (!found || !(domains.includes(found.domain) || isNational(found.domain))) return undefined
  return `${address.slice(0, index)}@${found.domain}`
}
