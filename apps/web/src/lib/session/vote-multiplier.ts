import type { voteMultiplierConfig } from '@hotvote/shared/operator/vote-multiplier'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { cachedFor, SETTINGS_CACHE_MS } from '../api/cached-for.ts'
import { callAsVisitor } from './call-as-visitor.ts'

export const voteMultiplierQuery = queryOptions({
  queryKey: ['vote-multiplier-config'],
  queryFn: () => callAsVisitor<typeof voteMultiplierConfig>('GET /api/vote-multiplier-config'),
  ...cachedFor(SETTINGS_CACHE_MS),
  meta: { isQuiet: true },
})

const unchanged = (votes: number) => votes

/** See `visitor.md §7`. */
export function useDisplayedVotes(): (votes: number) => number {
  const { data } = useQuery(voteMultiplierQuery)
  return data?.isEnabled ? (votes) => Math.round(votes * data.multiplier) : unchanged
}

/** Undefined while the setting loads, so a hidden percentage never flashes. */
export function useResultHidden(): boolean | undefined {
  const { data, isPending } = useQuery(voteMultiplierQuery)
  return data?.hidesResult ?? (isPending ? undefined : false)
}
