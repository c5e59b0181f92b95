type Cleanup = () => unknown
const cleanups: Cleanup[] = []

/** Does `cleanup` when all tests of the file have run, last first. May be called from anywhere. */
export const afterFile = (cleanup: Cleanup) => {
  cleanups.push(cleanup)
}

/** Runs all of them, also when one fails; throws the failures at the end. */
export const cleanUp = async () => {
  const failures: unknown[] = []
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop())
    try {
      await cleanup()
    } catch (failure) {
      failures.push(failure)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'What a test file made could not all be removed')
}
