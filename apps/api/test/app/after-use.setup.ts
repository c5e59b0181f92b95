import { afterAll, afterEach, beforeEach } from 'vitest'
import { cleanUp, cleanupCount } from './after-use.ts'

// Files of one worker share their modules, so a hook of a module would be that of the first file alone: this is run for each.
let ofFile = 0
beforeEach(() => {
  ofFile = cleanupCount()
})
afterEach(() => cleanUp(ofFile))
afterAll(() => cleanUp())
