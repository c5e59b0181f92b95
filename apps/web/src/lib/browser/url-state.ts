import type { Contract, Sent } from '@hotvote/shared/contract'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useDebounced } from './hooks.ts'

export const withoutEmpty = <Key extends string>(state: Record<Key, string>) =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== '')) as Partial<Record<Key, string>>

/** Returns the names of the parameters that the contract rejects. */
const refusedBy = ({ query }: Contract, set: Partial<Record<string, string>>) =>
  new Set(query?.safeParse(set).error?.issues.map(({ path }) => String(path[0])))

/**
 * State in the URL's query, so filters survive reloads and can be shared. Updates replace the history entry.
 * `defaults` must be constant and list every key; '' means unset. Values that `contract` rejects count as unset.
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
      // Write the entry's state along, because a second write could exceed Safari's limit of a hundred changes.
      { replace: true, state: history.state },
    )
  return [state, change] as const
}

/** Returns the query parameters for a call, leaving out unset and rejected ones. */
export function validQuery<C extends Contract>(contract: C, state: Record<string, string>) {
  const set = withoutEmpty(state)
  const refused = refusedBy(contract, set)
  return Object.fromEntries(Object.entries(set).filter(([key]) => !refused.has(key))) as Partial<Sent<C, 'query'>>
}

/** Filters and page of a list. `defaults` must be constant. A changed filter returns to the first page. */
export function useListFilters<Key extends string, C extends Contract>(
  defaults: Readonly<Record<Key | 'cursor', string>>,
  contract: C,
) {
  const [params, setParams] = useUrlState<Key | 'cursor'>(defaults, contract)
  const { search: typed = '' } = params as Partial<Record<string, string>>
  const search = useDebounced(typed)
  const change = (changes: Partial<Record<Key, string>>) =>
    setParams({ ...changes, cursor: '' } as Partial<typeof params>)
  return {
    params,
    /** Valid filters for the call, without the page. */
    filters: validQuery(contract, { ...params, search, cursor: '' }),
    /** True until the typed text is part of `filters`. */
    isTyping: search !== typed,
    change,
    /** Props of the field for a filter. */
    field: (name: Key) => ({
      value: params[name],
      onChange: (value: string) => change({ [name]: value } as Partial<Record<Key, string>>),
    }),
  }
}
