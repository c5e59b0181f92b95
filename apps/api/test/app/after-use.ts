type Cleanup = () => unknown
const cleanups: Cleanup[] = []

/** Does `cleanup` after the test, or after the file when it is called outside of a test; last first. */
export const afterUse = (cleanup: Cleanup) => {
  cleanups.push(cleanup)
}

/** How many wait to be done. */
export const cleanupCount = () => cleanups.length

/** Runs all of them but the first `kept`, also when one fails; throws the failures at the end. */
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
