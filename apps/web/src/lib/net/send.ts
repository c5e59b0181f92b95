import type { Answer, Contract, RouteOf, Sent } from '@hotvote/shared/contract'
import { CallError } from './call-error.ts'

type Plain = string | number
/** What a call carries. Ids may be given as numbers: the address is text anyway. */
export type Request<C extends Contract> = {
  params?: { [K in keyof Sent<C, 'params'>]: Plain }
  query?: { [K in keyof Sent<C, 'query'>]?: Plain | readonly Plain[] }
  body?: Sent<C, 'body'>
}

/** Characters; browsers refuse to keep more than 64 KiB alive, and a character may take three bytes. */
const KEEPALIVE_MAX = 20_000

/** `send`, with headers of one's own, and the headers of the answer. */
export async function exchange<C extends Contract>(
  route: RouteOf<C>,
  sent: Request<C> = {},
  ownHeaders: Record<string, string> = {},
): Promise<{ answer: Answer<C>; headers: Headers }> {
  const [method = 'GET', path = '/'] = route.split(' ')
  const payload = sent.body === undefined ? undefined : JSON.stringify(sent.body)
  const answer = await fetch(addressOf(path, sent.params ?? {}, sent.query ?? {}), {
    method,
    credentials: 'include',
    // A vote still arrives when the page is left in the same moment.
    keepalive: method !== 'GET' && (payload?.length ?? 0) <= KEEPALIVE_MAX,
    headers: { ...(payload !== undefined && { 'Content-Type': 'application/json' }), ...ownHeaders },
    ...(payload !== undefined && { body: payload }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new CallError(answer.status, answer.statusText, text)
  return { answer: (text ? JSON.parse(text) : undefined) as Answer<C>, headers: answer.headers }
}

/**
 * One HTTP request as its contract names it, cookies included. Throws `CallError` for any answer but success, and
 * whatever `fetch` throws when there is no answer.
 */
export const send = async <C extends Contract>(route: RouteOf<C>, sent: Request<C> = {}): Promise<Answer<C>> =>
  (await exchange<C>(route, sent)).answer

function addressOf(path: string, params: object, query: object) {
  const values: Record<string, unknown> = { ...params }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
  return search.size > 0 ? `${filled}?${search}` : filled
}
