import { afterAll } from 'vitest'

type Cleanup = () => unknown
const cleanups: Cleanup[] = []

// Registered while the file is read: a hook that is registered later, inside a test or another hook, never runs.
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

/** Does `cleanup` when all tests of the file have run, last first. May be called from anywhere. */
export const afterFile = (cleanup: Cleanup) => {
  cleanups.push(cleanup)
}
