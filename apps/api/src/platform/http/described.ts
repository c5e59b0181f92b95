import type { Contract } from '@hotvote/shared/contract'
import type { Router } from 'express'
import type { Access } from './guards.ts'

/** Calls with `isForMonitoring` accept the monitoring token or the operator's credentials. */
type CallOptions = Access & { isForMonitoring?: true }

export type Described = { contract: Contract; options: CallOptions }

export const isOperatorCall = ({ path }: Pick<Contract, 'path'>) => path.startsWith('/api/admin/')

const mounted = new WeakMap<Router, Described[]>()

export const readDescribed = (router: Router): readonly Described[] => mounted.get(router) ?? []

/** Records a call mounted on a router, so the API description can list the call. */
export const describeCall = (router: Router, contract: Contract, options: CallOptions = {}) => {
  mounted.set(router, [...readDescribed(router), { contract, options }])
}
