/** Standard deviations on either side of what was counted: 95 %. */
const Z = 1.96

/** A percentage means something once the true one is within 20 points of it, either way: the width of the interval. */
export const CERTAIN_WIDTH = 0.4

/** Wilson's interval at 95 % of the shares, 0 to 1, of all who might vote. */
export const likelyShare = (hot: number, total: number): { low: number; high: number } => {
  if (total === 0) return { low: 0, high: 1 }
  const share = hot / total
  const square = Z ** 2 / total
  const middle = share + square / 2
  const spread = Z * Math.sqrt((share * (1 - share) + square / 4) / total)
  // Rounded: the ends of 0 and 1 are exact, and their sums in binary are not.
  const end = (sum: number) => Math.min(1, Math.max(0, Number((sum / (1 + square)).toFixed(12))))
  return { low: end(middle - spread), high: end(middle + spread) }
}

const isCertain = (hot: number, total: number) => {
  const { low, high } = likelyShare(hot, total)
  return high - low <= CERTAIN_WIDTH
}

/** How many more votes are enough, however they turn out, for the percentage to mean something; 0 where it does. */
export const votesMissing = (hot: number, not: number): number => {
  for (let more = 0; ; more += 1) {
    const total = hot + not + more
    // The interval is widest where as many are Hot as not: as near to that as these votes can bring it.
    const evenest = Math.min(Math.max(hot, Math.floor(total / 2)), hot + more)
    if (isCertain(evenest, total)) return more
  }
}
