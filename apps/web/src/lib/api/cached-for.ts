const MINUTE = 60_000
/** Milliseconds (`visitor.md §9`). */
export const ADS_CACHE_MS = 5 * MINUTE
/** Milliseconds (`visitor.md §9`). */
export const SETTINGS_CACHE_MS = 30 * MINUTE
/** Milliseconds (`admin.md §9`). */
export const OPERATOR_CACHE_MS = 10 * MINUTE

export const cachedFor = (ms: number) => ({ staleTime: ms, gcTime: ms })

/** Refetches on each visit. Cached data is shown only until the response arrives. */
export const cachedForGoingBack = { staleTime: 0, gcTime: 10 * 60_000 }
