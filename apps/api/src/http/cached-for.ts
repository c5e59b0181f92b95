/** Runs one check at a time and caches its answer for `ms` milliseconds. */
export const cachedFor = <Answer>(ms: number, check: () => Promise<Answer>) => {
  let until = 0
  let answer: Promise<Answer> | undefined
  return () => {
    if (answer && performance.now() < until) return answer
    until = Number.POSITIVE_INFINITY
    answer = check().finally(() => {
      until = performance.now() + ms
    })
    return answer
  }
}
