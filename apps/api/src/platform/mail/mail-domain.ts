import { promises as dns } from 'node:dns'
import { setTimeout as pause } from 'node:timers/promises'
import { getCode } from '../../domain/error-code.ts'

export type TakesMail = (domain: string) => Promise<boolean | undefined>

/** Milliseconds per domain. Short, because the visitor is waiting. */
const TIMEOUT = 1500
const NO_SUCH_NAME = 'ENOTFOUND'
const NO_SUCH_RECORD = 'ENODATA'

/** An empty list means that the name exists but has no such records. */
const ask = async <T>(question: Promise<T[]>): Promise<T[] | 'no such name' | 'unknown'> => {
  try {
    return await question
  } catch (error) {
    if (getCode(error) === NO_SUCH_NAME) return 'no such name'
    return getCode(error) === NO_SUCH_RECORD ? [] : 'unknown'
  }
}

/** Domains without MX records receive email at their IP address (RFC 5321 §5.1). */
const hasAddress = async (resolver: dns.Resolver, domain: string): Promise<boolean | undefined> => {
  const answers = await Promise.all([ask(resolver.resolve4(domain)), ask(resolver.resolve6(domain))])
  if (answers.some((answer) => Array.isArray(answer) && answer.length > 0)) return true
  return answers.includes('unknown') ? undefined : false
}

const lookUp = async (resolver: dns.Resolver, domain: string): Promise<boolean | undefined> => {
  const records = await ask(resolver.resolveMx(domain))
  if (records === 'unknown') return undefined
  if (records === 'no such name') return false
  // A null MX record means that the domain accepts no email (RFC 7505).
  if (records.length > 0) return records.some(({ exchange }) => exchange !== '' && exchange !== '.')
  return hasAddress(resolver, domain)
}

/** If these lookups fail too, the name server has no internet access. */
const WELL_KNOWN = ['gmail.com', 'outlook.com']

/** Creates a DNS check that tells if a domain accepts email, or undefined if unknown. */
export const createMailDomainCheck = (servers?: string[], timeLimit = TIMEOUT): TakesMail => {
  const resolver = new dns.Resolver({ timeout: timeLimit, tries: 1 })
  if (servers) resolver.setServers(servers)
  const isOnline = async () => (await Promise.all(WELL_KNOWN.map((domain) => lookUp(resolver, domain)))).includes(true)
  const answerFor = async (domain: string) => {
    const answer = await lookUp(resolver, domain)
    return answer === false && !(await isOnline()) ? undefined : answer
  }
  const timeout = () => pause(timeLimit, undefined, { ref: false })
  return (domain) => Promise.race([answerFor(domain), timeout()])
}
