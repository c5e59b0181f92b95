import type { Contract } from '@hotvote/shared/contract'
import type { Router } from 'express'
import type { Access } from './guards.ts'

/** `isForMonitoring`: with a token of its own, or as operator. */
type CallOptions = Access & { isForMonitoring?: true }

/** A mounted call: the description of the API is made of these. */
export type Described = { contract: Contract; options: CallOptions }

export const isOperatorCall = ({ path }: Pick<Contract, 'path'>) => path.startsWith('/api/admin/')

const mounted = new WeakMap<Router, Described[]>()

/** The calls of a router that are described. */
export const describedIn = (router: Router): readonly Described[] => mounted.get(router) ?? []

/** Makes a call part of the description of the API. */
export const describeCall = (router: Router, contract: Contract, options: CallOptions = {}) => {
  mounted.set(router, [...describedIn(router), { contract, options }])
}
