import type { Answer, Contract, RouteOf, Sent } from '@hotvote/shared/contract'
import { CallError, retryAfterIn } from './call-error.ts'

type Plain = string | number
/** Input of an API call. Path and query values may be numbers, although the contract receives strings. */
export type CallInput<C extends Contract> = {
  params?: { [K in keyof Sent<C, 'params'>]: Plain }
  query?: { [K in keyof Sent<C, 'query'>]?: Plain | readonly Plain[] }
  body?: Sent<C, 'body'>
}

/** Milliseconds, well above the server's own time limit of six seconds. */
const ANSWER_TIMEOUT_MS = 20_000

type How = {
  headers?: Record<string, string>
  /** Disables the timeout. */
  isPatient?: boolean
}

/** Characters. Browsers limit `keepalive` bodies to 64 KiB, at up to three bytes per character. */
const KEEPALIVE_MAX = 20_000

/**
 * Sends a request as described by its contract. Contracts are imported as types, to keep schemas out of the bundle.
 * @throws {CallError} for any unsuccessful response, or the `fetch` error if there is no response
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
    // Let votes reach the server even after the visitor leaves the page.
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

/** Calls the API without a session. */
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
  // `URLSearchParams.size` needs Safari 17.
  return `${search}` === '' ? filled : `${filled}?${search}`
}

/** Returns the cursor from the `Link: rel="next"` header (RFC 8288). */
export function readNextCursor(headers: Headers) {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(headers.get('Link') ?? '') ?? []
  return address === undefined ? undefined : (new URL(address, location.origin).searchParams.get('cursor') ?? undefined)
}
