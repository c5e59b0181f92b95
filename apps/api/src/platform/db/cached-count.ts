/** A count is cached for so many times as long as it took. */
const AGE_FACTOR = 20
/** Milliseconds. */
const MAX_AGE = 30_000
/** Rows up to which counting is quick: their figures are always those of now. */
const QUICK = 100_000

/** Counts once at a time; a count of many rows is cached for `AGE_FACTOR` times as long as it took. */
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
