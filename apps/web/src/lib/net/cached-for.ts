/** An answer is fresh for so many milliseconds, and kept as long when nothing shows it. */
export const cachedFor = (ms: number) => ({ staleTime: ms, gcTime: ms })

/** A list is asked for anew whenever its screen is opened; that of a screen that was left is kept for going back to it. */
export const cachedForGoingBack = { staleTime: 0, gcTime: 10 * 60_000 }
