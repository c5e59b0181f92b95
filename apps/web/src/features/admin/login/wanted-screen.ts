import { useHistoryState } from 'wouter/use-browser-location'

/** State of the login's history entry: the address that led to the login. */
type Wanted = { wanted: string }

const isWanted = (state: unknown): state is Wanted =>
  typeof state === 'object' && state !== null && 'wanted' in state && typeof state.wanted === 'string'

/** The address of now, as state for the login that takes its place. */
export const wantedScreen = (): Wanted => ({ wanted: location.pathname + location.search + location.hash })

/** The address that led to the login; undefined where the operator opened the login itself. */
export function useWantedScreen(): string | undefined {
  const state = useHistoryState<unknown>()
  return isWanted(state) ? state.wanted : undefined
}
