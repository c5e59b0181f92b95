import { call, type Reply } from '../app/call.ts'
import { findProblem } from './answers.ts'
import { getRequest, type Known, type Style } from './cases.ts'
import type { Operation } from './document.ts'
import type { Caller, FuzzedSite } from './fuzzed-site.ts'
import type { Random } from './random.ts'

/** First alternative of `security`. */
const getCaller = ({ security }: Operation): Caller => {
  const schemes = security.flatMap((choice) => Object.keys(choice))
  if (schemes.includes('operator')) return 'operator'
  return schemes.includes('visitor') ? 'visitor' : 'nobody'
}

const isOpen = ({ security }: Operation) =>
  security.length === 0 || security.some((choice) => Object.keys(choice).length === 0)

const isChange = ({ method, path }: Operation) => method !== 'GET' && path.startsWith('/api/')

const CALLERS = ['visitor', 'operator', 'nobody'] as const
const ACCEPTED = ['*/*', 'application/json', 'text/html'] as const

const isDeletionOfUser = ({ method, path }: Operation) => method === 'DELETE' && path.endsWith('/users/{userId}')

/** Allowed server errors by call. */
const MAY_FAIL: Record<string, { status: number; reason: string }> = {
  'POST /api/admin/trash/{mediaId}/restore': { status: 503, reason: 'A job is just moving the files of the item.' },
}

/** The document declares 5xx everywhere, but no input may cause one. */
const getFailure = ({ method, path }: Operation, { status }: Reply) =>
  status >= 500 && MAY_FAIL[`${method} ${path}`]?.status !== status ? `the server failed with ${status}` : undefined

const described = (parts: unknown[]) => parts.map((part) => String(part).slice(0, 300)).join('\n  ')

/** A client that knows only the document and records undocumented answers. */
export const foreignClient = (site: FuzzedSite, random: Random) => {
  const problems: string[] = []
  /** ETag of each call's last answer. */
  const etags = new Map<string, string>()
  const succeeded = new Set<string>()

  const send = async (operation: Operation, caller: Caller, style: Style) => {
    const known: Known = (name) =>
      name === 'If-None-Match' ? etags.get(operation.operationId) : site.knownTo(operation, random)(name)
    const { path, headers, body } = await getRequest(operation, { random, known, style })
    const route = `${operation.method} ${path}` as const
    const accept = random.pick(ACCEPTED)
    const isForeign = style === 'hostile' && random.chance(0.1)
    const sent = {
      ...{ accept, ...headers, ...site.getHeaders(caller) },
      ...(isForeign && { origin: 'https://elsewhere.example' }),
    }
    const reply = await call(site.app, route, { body, headers: sent })
    const isLetIn = reply.status < 400
    if (isLetIn) succeeded.add(operation.operationId)
    const isIntruder = (!isOpen(operation) && caller !== getCaller(operation)) || (isForeign && isChange(operation))
    const problem =
      isLetIn && isIntruder ? 'was let in' : (getFailure(operation, reply) ?? findProblem(operation, reply))
    etags.set(operation.operationId, String(reply.headers.etag ?? ''))
    if (problem) problems.push(described([`${route} as ${caller}: ${problem}`, JSON.stringify(sent), body, reply.text]))
    // Create a new visitor after a logout or deletion.
    const hasEnded = reply.status === 401 || operation.path.endsWith('/logout')
    if ((caller === 'visitor' && hasEnded) || isDeletionOfUser(operation)) await site.comeAgain()
  }

  return {
    problems,
    failed: (operations: Operation[]) =>
      operations.map(({ operationId }) => operationId).filter((operationId) => !succeeded.has(operationId)),
    /** Sends each call once with plain input, then with arbitrary input and callers. */
    async run(operations: Operation[], rounds: number) {
      for (const operation of operations) await send(operation, getCaller(operation), 'plain')
      for (let round = 1; round < rounds; round++)
        for (const operation of operations) {
          const caller = random.chance(0.7) ? getCaller(operation) : random.pick(CALLERS)
          await send(operation, caller, random.pick(['valid', 'hostile', 'hostile']))
        }
    },
  }
}
