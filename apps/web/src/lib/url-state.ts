import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

/**
 * Filters, sort and the like, kept in the address: they survive a reload, the back button and a shared link. `defaults`
 * (made outside the component) names every key and what it is without a parameter; '' means not set.
 * `const [filters, setFilters] = useUrlState(DEFAULTS)`; a change replaces the address, so that typing fills no history.
 */
export function useUrlState<Key extends string>(defaults: Readonly<Record<Key, string>>) {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => {
    const read: Record<Key, string> = { ...defaults }
    for (const key of Object.keys(defaults) as Key[]) read[key] = params.get(key) ?? defaults[key]
    return read
  }, [params, defaults])
  const change = (changes: Partial<Record<Key, string>>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [key, value] of Object.entries(changes) as [Key, string][])
          if (value === defaults[key]) next.delete(key)
          else next.set(key, value)
        return next
      },
      { replace: true },
    )
  return [state, change] as const
}

/** What a call is asked with: only what is set. */
export const setOnly = <Key extends string>(state: Record<Key, string>) =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== '')) as Partial<Record<Key, string>>
