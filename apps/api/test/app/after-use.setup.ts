import { afterAll, afterEach, beforeEach } from 'vitest'
import { cleanUp, cleanupCount } from './after-use.ts'

// A setup file runs for each test file, whereas modules are shared by a worker's files.
let ofFile = 0
beforeEach(() => {
  ofFile = cleanupCount()
})
afterEach(() => cleanUp(ofFile))
afterAll(() => cleanUp())
