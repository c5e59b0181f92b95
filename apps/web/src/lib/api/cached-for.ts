const MINUTE = 60_000
/** Milliseconds that visitors' ads, the skip button and redirects are fresh (`visitor.md §9`). */
export const ADS_CACHE_MS = 5 * MINUTE
/** Milliseconds that visitors' other settings are fresh (`visitor.md §9`). */
export const SETTINGS_CACHE_MS = 30 * MINUTE
/** Milliseconds that a setting is fresh for the operator (`admin.md §9`). */
export const OPERATOR_CACHE_MS = 10 * MINUTE

/** An answer is fresh for so many milliseconds, and kept as long when nothing shows it. */
export const cachedFor = (ms: number) => ({ staleTime: ms, gcTime: ms })

/** A list is asked for anew whenever its screen is opened; that of a screen that was left is kept for going back to it. */
export const cachedForGoingBack = { staleTime: 0, gcTime: 10 * 60_000 }
