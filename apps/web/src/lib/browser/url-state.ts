import type { Contract, Sent } from '@hotvote/shared/contract'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

/** The parameters that are set. */
export const withoutEmpty = <Key extends string>(state: Record<Key, string>) =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== '')) as Partial<Record<Key, string>>

/** Those of a query whose values its contract refuses, as an address may say anything. */
const refusedBy = ({ query }: Contract, set: Partial<Record<string, string>>) =>
  new Set(query?.safeParse(set).error?.issues.map(({ path }) => String(path[0])))

/**
 * Filters, sort and the like in the query of the address: they survive a reload, the back button and a shared link. `defaults`
 * (made outside the component) names every key and what it is without a parameter; '' means not set. What the query of `contract`
 * refuses is not set either, so that fields say what is asked for.
 * `const [filters, setFilters] = useUrlState(DEFAULTS)`; a change replaces the address, so that typing fills no history.
 */
export function useUrlState<Key extends string>(defaults: Readonly<Record<Key, string>>, contract?: Contract) {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => {
    const read: Record<Key, string> = { ...defaults }
    const keys = Object.keys(defaults) as Key[]
    for (const key of keys) read[key] = params.get(key) ?? defaults[key]
    const refused = contract && refusedBy(contract, withoutEmpty(read))
    for (const key of keys) if (refused?.has(key)) read[key] = defaults[key]
    return read
  }, [params, defaults, contract])
  const change = (changes: Partial<Record<Key, string>>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [key, value] of Object.entries(changes) as [Key, string][])
          if (value === defaults[key]) next.delete(key)
          else next.set(key, value)
        return next
      },
      // What its entry of the history carries stays, and is not written once more: Safari refuses a hundred changes in a row.
      { replace: true, state: history.state },
    )
  return [state, change] as const
}

/** The query of a call: the parameters that are set, without values that its contract refuses. */
export function validQuery<C extends Contract>(contract: C, state: Record<string, string>) {
  const set = withoutEmpty(state)
  const refused = refusedBy(contract, set)
  return Object.fromEntries(Object.entries(set).filter(([key]) => !refused.has(key))) as Partial<Sent<C, 'query'>>
}
