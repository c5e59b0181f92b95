import type { Answer, Contract, RouteOf } from '@hotvote/shared/contract'
import type { Operation } from '@hotvote/shared/operator/operations'
import type { operatorLogIn, operatorLogOut } from '@hotvote/shared/operator/operator-login'
import { type CallInput, fetchContract, readNextCursor } from '../api/call-api.ts'
import { hasCode, hasStatus } from '../api/call-error.ts'
import { fetchFile } from '../api/download.ts'
import { queryClient } from '../api/query-client.ts'
import { toast } from '../browser/toasts.ts'
import { clearOperator, expireOperator, operatorToken, requireOperator } from './operator.ts'

const buildAuthorization = (token: string | null): Record<string, string> =>
  token === null ? {} : { Authorization: `Basic ${token}` }

/**
 * Logs the operator out with a toast (`admin.md §8`) and shows the login screen.
 * Does nothing if the token is outdated, because there may be a newer login.
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
    // The operator's role may have changed since the last read.
    if (hasCode(error, 'forbidden')) void queryClient.invalidateQueries({ queryKey: ['admin', 'me'] })
    throw error
  }
}

export const callAsOperator = async <C extends Contract>(route: RouteOf<C>, input?: CallInput<C>): Promise<Answer<C>> =>
  (await fetchAsOperator<C>(route, input)).answer

/** Use this on screens that must not call the server without a token (`admin.md §6`). */
export async function callWithToken<C extends Contract>(route: RouteOf<C>, input?: CallInput<C>): Promise<Answer<C>> {
  requireOperator()
  return callAsOperator<C>(route, input)
}

/** Starts an operation and returns immediately; follow it with `useOperation`. */
export const startOperation = async <C extends Contract>(route: RouteOf<C>, input?: CallInput<C>): Promise<Operation> =>
  // A 202 response has the body described by the contract's `accepted`.
  (await fetchAsOperator<C>(route, input, { Prefer: 'respond-async' })).answer as Operation

export async function fetchFileAsOperator(address: string): Promise<Response> {
  const token = operatorToken()
  return fetchFile(address, buildAuthorization(token)).catch((failure: unknown) => {
    if (hasStatus(failure, 401)) endExpiredLogin(token)
    throw failure
  })
}

/** One page of a list. `moment` is when the list was read; bulk actions send it along. */
export type ListPage<C extends Contract> = {
  items: Answer<C>
  total: number
  next: string | undefined
  moment?: string | undefined
}

export async function fetchPage<C extends Contract>(route: RouteOf<C>, input: CallInput<C>): Promise<ListPage<C>> {
  const { answer, headers } = await fetchAsOperator<C>(route, input)
  return {
    items: answer,
    total: Number(headers.get('X-Total-Count') ?? 0),
    next: readNextCursor(headers),
    moment: headers.get('X-List-Moment') ?? undefined,
  }
}

/**
 * Exchanges a Basic credential for a token.
 * @throws {CallError} for any unsuccessful response, or the `fetch` error if there is no response
 */
export async function openLogin(credential: string, code?: string): Promise<string> {
  const headers = { Authorization: `Basic ${credential}` }
  const input = code === undefined ? undefined : { body: { code } }
  return (await fetchContract<typeof operatorLogIn>('POST /api/admin/login', input, { headers })).answer.token
}

/** Logs out locally without waiting for the server. */
export function endLogin() {
  if (operatorToken() !== null) callAsOperator<typeof operatorLogOut>('POST /api/admin/logout').catch(() => {})
  clearOperator()
}
