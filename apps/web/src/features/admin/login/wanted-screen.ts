import { useHistoryState } from 'wouter/use-browser-location'

type Wanted = { wanted: string }

const isWanted = (state: unknown): state is Wanted =>
  typeof state === 'object' && state !== null && 'wanted' in state && typeof state.wanted === 'string'

export const wantedScreen = (): Wanted => ({ wanted: location.pathname + location.search + location.hash })

/** Undefined if the operator opened the login page directly. */
export function useWantedScreen(): string | undefined {
  const state = useHistoryState<unknown>()
  return isWanted(state) ? state.wanted : undefined
}
