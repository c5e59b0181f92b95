type Cleanup = () => unknown
const cleanups: Cleanup[] = []

/** Runs after the test, or after the file if called outside a test; in reverse order. */
export const afterUse = (cleanup: Cleanup) => {
  cleanups.push(cleanup)
}

export const cleanupCount = () => cleanups.length

/** Runs all but the first `kept` cleanups, even after a failure. */
export const cleanUp = async (kept = 0) => {
  const failures: unknown[] = []
  while (cleanups.length > kept)
    try {
      await cleanups.pop()?.()
    } catch (failure) {
      failures.push(failure)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'What a test made could not all be removed')
}
