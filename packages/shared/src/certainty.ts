const Z = 1.96

/** Maximum width of a percentage's 95% interval. If it is wider, the page asks for more votes. */
export const CERTAIN_WIDTH = 0.4

/** Wilson score interval (95%) of the Hot share. */
export const likelyShare = (hot: number, total: number): { low: number; high: number } => {
  if (total === 0) return { low: 0, high: 1 }
  const share = hot / total
  const square = Z ** 2 / total
  const middle = share + square / 2
  const spread = Z * Math.sqrt((share * (1 - share) + square / 4) / total)
  // Round off floating-point noise, so 0 and 1 are exact.
  const end = (sum: number) => Math.min(1, Math.max(0, Number((sum / (1 + square)).toFixed(12))))
  return { low: end(middle - spread), high: end(middle + spread) }
}

const isCertain = (hot: number, total: number) => {
  const { low, high } = likelyShare(hot, total)
  return high - low <= CERTAIN_WIDTH
}

/** Returns the number of votes needed to make the percentage certain, no matter how they turn out. */
export const votesMissing = (hot: number, not: number): number => {
  for (let more = 0; ; more += 1) {
    const total = hot + not + more
    // Test the most even result, because its interval is the widest.
    const closest = Math.min(Math.max(hot, Math.floor(total / 2)), hot + more)
    if (isCertain(closest, total)) return more
  }
}
