import type { Deps } from '../../deps.ts'

export const addDemoCollection = async (_deps: Deps, _signal: AbortSignal) => undefined
