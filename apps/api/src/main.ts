import './drizzle-imports.ts'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/hotvote-compiled'))

// Import dynamically, because static imports are loaded before any code runs.
await import('./run.ts')
