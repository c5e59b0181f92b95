/** Cache lifetime, as a multiple of the count's duration. */
const AGE_FACTOR = 20
/** Milliseconds. */
const MAX_AGE = 30_000
/** Counts of up to this many rows are not cached. */
const QUICK = 100_000

/** Caches slow counts of large tables, and shares a running count between callers. */
export const cachedCount = <T>(count: () => Promise<T>, rowsOf: (figures: T) => number): (() => Promise<T>) => {
  let last: Promise<T> | undefined
  let until = 0
  return () => {
    if (last && performance.now() < until) return last
    const start = performance.now()
    until = Number.POSITIVE_INFINITY
    last = count().then(
      (value) => {
        const end = performance.now()
        until = rowsOf(value) > QUICK ? end + Math.min(MAX_AGE, AGE_FACTOR * (end - start)) : 0
        return value
      },
      (error) => {
        until = 0
        throw error
      },
    )
    return last
  }
}
