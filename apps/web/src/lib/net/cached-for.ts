/** An answer is fresh for so many milliseconds, and kept as long when nothing shows it. */
export const cachedFor = (ms: number) => ({ staleTime: ms, gcTime: ms })
