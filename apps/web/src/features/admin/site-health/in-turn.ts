/** Work of which one run is under way at a time. What is asked for meanwhile is one more run, after that. */
export function inTurn(work: () => Promise<void>) {
  let isRunning = false
  let isDue = false
  return async () => {
    isDue = true
    if (isRunning) return
    isRunning = true
    try {
      while (isDue) {
        isDue = false
        await work()
      }
    } finally {
      isRunning = false
    }
  }
}
