import type { Answer, Contract, RouteOf } from '@hotvote/shared/contract'
import type { Operation } from '@hotvote/shared/operator/operations'
import type { operatorLogIn, operatorLogOut } from '@hotvote/shared/operator/operator-login'
import { type CallInput, fetchContract, readNextCursor } from '../api/call-api.ts'
import { hasStatus } from '../api/call-error.ts'
import { fetchFile } from '../api/download.ts'
import { toast } from '../browser/toasts.ts'
import { clearOperator, expireOperator, operatorToken, requireOperator } from './operator.ts'

/** The `Authorization` header; empty without a login. */
const buildAuthorization = (token: string | null): Record<string, string> =>
  token === null ? {} : { Authorization: `Basic ${token}` }

/**
 * Says that the login has expired (`admin.md §8`) and forgets it, which shows the login screen. The token of an earlier
 * login, which another tab or call has ended already, ends nothing; nor does a call without one, once there is one again.
 */
function endExpiredLogin(token: string | null) {
  if (token !== operatorToken()) return
  toast({
    title: 'Authentication failed',
    description: 'Your admin session may have expired. Please log in again at /adm',
    variant: 'destructive',
  })
  expireOperator()
}

async function fetchAsOperator<C extends Contract>(
  route: RouteOf<C>,
  input?: CallInput<C>,
  headers: Record<string, string> = {},
) {
  const token = operatorToken()
  try {
    return await fetchContract<C>(route, input, {
      headers: { ...buildAuthorization(token), ...headers },
      isPatient: true,
    })
  } catch (error) {
    if (hasStatus(error, 401)) endExpiredLogin(token)
    throw error
  }
}

/** `callApi` with the operator's credentials. */
export const callAsOperator = async <C extends Contract>(route: RouteOf<C>, input?: CallInput<C>): Promise<Answer<C>> =>
  (await fetchAsOperator<C>(route, input)).answer

/** `callAsOperator` for the screens that do not ask the server without a token (`admin.md §6`). */
export async function callWithToken<C extends Contract>(route: RouteOf<C>, input?: CallInput<C>): Promise<Answer<C>> {
  requireOperator()
  return callAsOperator<C>(route, input)
}

/** Starts long work: answers at once with the operation, which `useOperation` follows, instead of waiting for the end. */
export const startOperation = async <C extends Contract>(route: RouteOf<C>, input?: CallInput<C>): Promise<Operation> =>
  // What 202 carries is the contract's `accepted`.
  (await fetchAsOperator<C>(route, input, { Prefer: 'respond-async' })).answer as Operation

/** `fetchFile` with the operator's credentials. */
export async function fetchFileAsOperator(address: string): Promise<Response> {
  const token = operatorToken()
  return fetchFile(address, buildAuthorization(token)).catch((failure: unknown) => {
    if (hasStatus(failure, 401)) endExpiredLogin(token)
    throw failure
  })
}

/**
 * One page of a list. `total` counts all its entries, `next` is where the next page begins, `moment` when it was read, for lists
 * on all of which one can act.
 */
export type ListPage<C extends Contract> = {
  items: Answer<C>
  total: number
  next: string | undefined
  moment?: string | undefined
}

/**
 * Reads one page of a list (`X-Total-Count`, `Link: rel="next"`), for `pageQuery`:
 * `pageQuery(key, pagesAsOperator<typeof listUsers>('GET /api/admin/users', { query }), cursor)`.
 */
export const pagesAsOperator = <C extends Contract>(route: RouteOf<C>, input: CallInput<C> = {}) => ({
  queryFn: async ({ pageParam }: { pageParam: string | undefined }): Promise<ListPage<C>> => {
    const query = { ...input.query, ...(pageParam !== undefined && { cursor: pageParam }) } as CallInput<C>['query']
    const { answer, headers } = await fetchAsOperator<C>(route, { ...input, ...(query && { query }) })
    return {
      items: answer,
      total: Number(headers.get('X-Total-Count') ?? 0),
      next: readNextCursor(headers),
      moment: headers.get('X-List-Moment') ?? undefined,
    }
  },
})

/** `pagesAsOperator` for the screens that do not ask the server without a token. */
export const pagesWithToken = <C extends Contract>(route: RouteOf<C>, input: CallInput<C> = {}) => {
  const { queryFn, ...pages } = pagesAsOperator<C>(route, input)
  return {
    ...pages,
    queryFn: async (page: Parameters<typeof queryFn>[0]) => {
      requireOperator()
      return queryFn(page)
    },
  }
}

/**
 * The token of a login with a Basic credential of name and password.
 * @throws {CallError} for any answer but success, or what `fetch` throws when there is none
 */
export async function openLogin(credential: string): Promise<string> {
  const headers = { Authorization: `Basic ${credential}` }
  return (await fetchContract<typeof operatorLogIn>('POST /api/admin/login', undefined, { headers })).answer.token
}

/** This browser forgets the operator, and the server ends the login as soon as it hears of it. */
export function endLogin() {
  if (operatorToken() !== null) callAsOperator<typeof operatorLogOut>('POST /api/admin/logout').catch(() => {})
  clearOperator()
}
