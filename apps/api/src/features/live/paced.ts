/**
 * Passes each key on at once, and again after its pause at the earliest: what comes meanwhile is passed on once, at its end.
 * `pauseOf`: milliseconds.
 */
export const paced = <Key>(pass: (key: Key) => void, pauseOf: (key: Key) => number) => {
  const resting = new Map<Key, { isDue: boolean; timer: NodeJS.Timeout }>()
  const passOn = (key: Key) => {
    const end = () => {
      const isDue = resting.get(key)?.isDue
      resting.delete(key)
      if (isDue) passOn(key)
    }
    resting.set(key, { isDue: false, timer: setTimeout(end, pauseOf(key)) })
    pass(key)
  }
  return {
    tell: (key: Key) => {
      const rest = resting.get(key)
      if (rest) rest.isDue = true
      else passOn(key)
    },
    end: () => {
      for (const { timer } of resting.values()) clearTimeout(timer)
      resting.clear()
    },
  }
}
