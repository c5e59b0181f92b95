/** Calls in a row for which random positions found nothing, after which they are not asked, and for how many calls. */
const MISSES_MAX = 3
const PAUSE = 20
/** How many visitors are remembered. */
const VISITORS_MAX = 20_000

/**
 * Who has rated nearly everything. A few misses happen to anybody now and then; to take their next items from nearby would
 * favour those that stand alone.
 */
export const rememberNearlyDone = () => {
  /** By visitor: misses in a row, and beyond them the calls of the pause. */
  const misses = new Map<number, number>()
  return {
    isNearlyDone: (userId: number) => (misses.get(userId) ?? 0) >= MISSES_MAX,
    hit: (userId: number) => misses.delete(userId),
    /** Random positions found nothing, or were not asked. */
    missed: (userId: number) => {
      const count = (misses.get(userId) ?? 0) + 1
      if (misses.size >= VISITORS_MAX) misses.clear()
      if (count < MISSES_MAX + PAUSE) misses.set(userId, count)
      else misses.delete(userId)
    },
  }
}
