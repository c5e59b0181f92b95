/** A figure that took long to count is kept that much longer; on a small site it is as good as live. */
const KEPT_FOR = 20
/** Milliseconds. */
const KEPT_AT_MOST = 30_000

/** Counts at most once at a time, and again when the last count is `KEPT_FOR` times as old as it took. */
export const kept = <T>(count: () => Promise<T>): (() => Promise<T>) => {
  let last: Promise<T> | undefined
  let until = 0
  return () => {
    if (last && performance.now() < until) return last
    const start = performance.now()
    until = Number.POSITIVE_INFINITY
    last = count().then(
      (value) => {
        const end = performance.now()
        until = end + Math.min(KEPT_AT_MOST, KEPT_FOR * (end - start))
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
