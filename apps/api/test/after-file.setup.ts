import { afterAll } from 'vitest'
import { cleanUp } from './after-file.ts'

// Files of one worker share their modules, so a hook of a module would be that of the first file alone: this is run for each.
afterAll(cleanUp)
