import type { Answer, Contract, RouteOf, Sent } from '@hotvote/shared/contract'
import { CallError, retryAfterIn } from './call-error.ts'

type Plain = string | number
/** The input of a contract. Ids may be given as numbers: the address is text anyway. */
export type CallInput<C extends Contract> = {
  params?: { [K in keyof Sent<C, 'params'>]: Plain }
  query?: { [K in keyof Sent<C, 'query'>]?: Plain | readonly Plain[] }
  body?: Sent<C, 'body'>
}

/** Milliseconds after which an answer counts as lost. The server gives each within six seconds, or says that it cannot. */
const ANSWER_TIMEOUT_MS = 20_000

type How = {
  headers?: Record<string, string>
  /** Waits for the answer as long as it takes. */
  isPatient?: boolean
}

/** Characters; browsers refuse to keep more than 64 KiB alive, and a character may take three bytes. */
const KEEPALIVE_MAX = 20_000

/**
 * The lowest layer of a call: one HTTP request as its contract names it, cookies included; more headers may be sent,
 * and those of the answer come back. Throws `CallError` for any answer but success, and whatever `fetch` throws when
 * there is no answer, or none in time. Contracts are imported as types, so that their schemas stay out of the page.
 */
export async function fetchContract<C extends Contract>(
  route: RouteOf<C>,
  input: CallInput<C> = {},
  { headers, isPatient = false }: How = {},
): Promise<{ answer: Answer<C>; headers: Headers }> {
  const [method = 'GET', path = '/'] = route.split(' ')
  const json = input.body === undefined ? undefined : JSON.stringify(input.body)
  const answer = await fetch(buildUrl(path, input.params ?? {}, input.query ?? {}), {
    method,
    credentials: 'include',
    // A vote still arrives when the page is left in the same moment.
    keepalive: method !== 'GET' && (json?.length ?? 0) <= KEEPALIVE_MAX,
    headers: { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(json !== undefined && { body: json }),
    signal: isPatient ? null : AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  })
  const text = await answer.text()
  if (!answer.ok)
    throw Object.assign(new CallError(answer.status, answer.statusText, text), {
      retryAfter: retryAfterIn(answer.headers.get('Retry-After')),
    })
  return { answer: (text ? JSON.parse(text) : undefined) as Answer<C>, headers: answer.headers }
}

/** `fetchContract` for those who need the answer only: a call in nobody's name, which opens no session. */
export const callApi = async <C extends Contract>(
  route: RouteOf<C>,
  input?: CallInput<C>,
  how?: How,
): Promise<Answer<C>> => (await fetchContract<C>(route, input, how)).answer

function buildUrl(path: string, params: object, query: object) {
  const values: Record<string, unknown> = { ...params }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
  // Not by its `size`, which Safari has from 17 on.
  return `${search}` === '' ? filled : `${filled}?${search}`
}

/** Where the next page of a list begins, as its `Link: rel="next"` says (RFC 8288); undefined when there is none. */
export function readNextCursor(headers: Headers) {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(headers.get('Link') ?? '') ?? []
  return address === undefined ? undefined : (new URL(address, location.origin).searchParams.get('cursor') ?? undefined)
}
