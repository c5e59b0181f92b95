import './drizzle-imports.ts'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What one start compiled, the next one need not; where nothing can be written, it does.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/hotvote-compiled'))

// Not a static import: those are looked up before anything runs.
await import('./run.ts')
