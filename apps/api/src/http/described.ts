import type { Contract } from '@hotvote/shared/contract'
import type { ErrorCode } from '@hotvote/shared/errors'
import type { RequestHandler, Router } from 'express'
import type { Access } from './guards.ts'

/** `parsesInput`: by its contract, before the handler sees it. `isForMonitoring`: with a token of its own, or as operator. */
type CallOptions = Access & { parsesInput?: true; isForMonitoring?: true }

/** A call that is mounted: what the description of the API is made of. */
export type Described = { contract: Contract; options: CallOptions; codes: ReadonlySet<ErrorCode> }

export const isOperatorCall = ({ path }: Pick<Contract, 'path'>) => path.startsWith('/api/admin/')

/** Operator calls without a body read one, too, as they refuse unknown fields. */
export const readsBody = (contract: Contract) =>
  contract.body ?? (isOperatorCall(contract) && contract.method !== 'GET')

/** Codes of failures that a part of the call brings with it. */
const codesByPart: { codes: readonly ErrorCode[]; has: (contract: Contract, options: CallOptions) => unknown }[] = [
  { codes: ['internal', 'unavailable'], has: () => true },
  {
    codes: ['invalid_request'],
    has: (contract, { parsesInput }) => {
      const { params, query, headers, body, form } = contract
      return parsesInput && (params ?? query ?? headers ?? body ?? form ?? isOperatorCall(contract))
    },
  },
  {
    codes: ['malformed_body', 'too_large', 'unsupported_type'],
    has: (contract) => contract.form ?? readsBody(contract),
  },
  // Where the operator's password is checked, wrong ones are counted (`operator-lock.ts`).
  {
    codes: ['not_operator', 'too_many_requests'],
    has: (contract, { isForMonitoring }) => isForMonitoring || isOperatorCall(contract),
  },
  { codes: ['cross_site'], has: ({ method, path }) => method !== 'GET' && path.startsWith('/api/') },
  { codes: ['no_session'], has: (_, { session }) => session === 'required' },
  { codes: ['too_many_requests'], has: (_, { isLimited }) => isLimited },
  { codes: ['busy', 'conflict'], has: ({ accepted }) => accepted },
]

/** Every code that a call may answer: those of its parts, and those that its contract names. */
const codesOf = (contract: Contract, options: CallOptions) => {
  const ofParts = codesByPart.filter(({ has }) => has(contract, options)).flatMap(({ codes }) => codes)
  return new Set([...ofParts, ...(contract.errors ?? [])])
}

const mounted = new WeakMap<Router, Described[]>()

/** The calls of a router that are described. */
export const describedIn = (router: Router): readonly Described[] => mounted.get(router) ?? []

/**
 * Makes a call part of the description of the API.
 * @returns what stands before its handler: failures of the call are compared with the codes that it may answer
 */
export const describeCall = (router: Router, contract: Contract, options: CallOptions = {}): RequestHandler => {
  const call = { contract, options, codes: codesOf(contract, options) }
  mounted.set(router, [...describedIn(router), call])
  return (_req, res, next) => {
    res.locals.call = call
    next()
  }
}
