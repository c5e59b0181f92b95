import type { Answer, Contract, RouteOf } from '@hotvote/shared/contract'
import type { Operation } from '@hotvote/shared/operations'
import { toast } from '../browser/toasts.ts'
import { CallError } from '../net/call-error.ts'
import { exchange, type Request } from '../net/send.ts'
import { loseOperator, operatorToken } from './operator.ts'

/** The header that names the operator; empty without a login. */
const credentialsOf = (token: string | null): Record<string, string> =>
  token === null ? {} : { Authorization: `Basic ${token}` }

/**
 * Says that the login no longer holds (`admin.md §8`), and ends it: the login then stands before the screen. An answer to a login
 * of before, which another tab or call has ended already, ends nothing.
 */
function loggedOut(token: string | null) {
  if (token !== null && token !== operatorToken()) return
  toast({
    title: 'Authentication failed',
    description: 'Your admin session may have expired. Please log in again at /adm',
    variant: 'destructive',
  })
  loseOperator()
}

async function exchangeAsOperator<C extends Contract>(
  route: RouteOf<C>,
  sent?: Request<C>,
  headers: Record<string, string> = {},
) {
  const token = operatorToken()
  try {
    return await exchange<C>(route, sent, { ...credentialsOf(token), ...headers })
  } catch (error) {
    if (error instanceof CallError && error.status === 401) loggedOut(token)
    throw error
  }
}

/** One call of the operator: as `call` in `call.ts`, but with their credentials, and never in a visitor's name. */
export const adminCall = async <C extends Contract>(route: RouteOf<C>, sent?: Request<C>): Promise<Answer<C>> =>
  (await exchangeAsOperator<C>(route, sent)).answer

/** Starts long work: answers at once with the operation, which `useOperation` follows, instead of waiting for the end. */
export const adminStart = async <C extends Contract>(route: RouteOf<C>, sent?: Request<C>): Promise<Operation> =>
  // What 202 carries is the contract's `accepted`.
  (await exchangeAsOperator<C>(route, sent, { Prefer: 'respond-async' })).answer as Operation

/**
 * A GET whose answer is a file: `saveFile` of it hands it to the browser. Throws `CallError` as `adminCall` does.
 */
export async function adminFile(address: string): Promise<Response> {
  const token = operatorToken()
  const answer = await fetch(address, { headers: credentialsOf(token), cache: 'no-store' })
  if (answer.ok) return answer
  if (answer.status === 401) loggedOut(token)
  throw new CallError(answer.status, answer.statusText, await answer.text())
}

/** One page of a list. `total` counts all its entries, `next` is where the next page begins. */
export type AdminPageOf<C extends Contract> = { items: Answer<C>; total: number; next: string | undefined }

const nextOf = (link: string | null) => {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(link ?? '') ?? []
  return address === undefined ? undefined : (new URL(address, location.origin).searchParams.get('cursor') ?? undefined)
}

/**
 * The paging half of `infiniteQueryOptions`, for a list that comes in pages (`X-Total-Count`, `Link: rel="next"`):
 * `infiniteQueryOptions({ queryKey: […], ...adminPages<typeof adminUsers>('GET /api/admin/users', { query }) })`.
 */
export const adminPages = <C extends Contract>(route: RouteOf<C>, sent: Request<C> = {}) => ({
  queryFn: async ({ pageParam }: { pageParam: string | undefined }): Promise<AdminPageOf<C>> => {
    const query = { ...sent.query, ...(pageParam !== undefined && { cursor: pageParam }) } as Request<C>['query']
    const { answer, headers } = await exchangeAsOperator<C>(route, { ...sent, ...(query && { query }) })
    return { items: answer, total: Number(headers.get('X-Total-Count') ?? 0), next: nextOf(headers.get('Link')) }
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: AdminPageOf<C>) => last.next,
})
