/** Shares a running call between callers, and its result for `getAge` milliseconds. Failures are not cached. */
const cached = <T>(load: () => Promise<T>, getAge: (value: T, duration: number) => number): (() => Promise<T>) => {
  let last: Promise<T> | undefined
  let until = 0
  return () => {
    if (last && performance.now() < until) return last
    const start = performance.now()
    until = Number.POSITIVE_INFINITY
    last = load().then(
      (value) => {
        const end = performance.now()
        until = end + getAge(value, end - start)
        return value
      },
      (failure) => {
        until = 0
        throw failure
      },
    )
    return last
  }
}

/** Caches results for `ms` milliseconds. */
export const cachedFor = <T>(ms: number, load: () => Promise<T>) => cached(load, () => ms)

/** Cache lifetime, as a multiple of the count's duration. */
const AGE_FACTOR = 20
/** Milliseconds. */
const MAX_AGE = 30_000
/** Counts of up to this many rows are not cached. */
const QUICK = 100_000

/** Caches slow counts of large tables. */
export const cachedCount = <T>(count: () => Promise<T>, rowsOf: (figures: T) => number) =>
  cached(count, (figures, duration) => (rowsOf(figures) > QUICK ? Math.min(MAX_AGE, AGE_FACTOR * duration) : 0))
