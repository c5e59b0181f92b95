import './drizzle-imports.ts'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Speeds up later starts.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/hotvote-compiled'))

// Static imports are loaded before any code runs, so this import is dynamic.
await import('./run.ts')
