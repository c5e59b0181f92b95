import './drizzle-imports.ts'

// Not a static import: those are looked up before anything runs.
await import('./run.ts')
