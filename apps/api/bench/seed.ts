import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { configOfProcess } from '../src/platform/config/config.ts'
import { claimDataDir, refuseUnfinishedRestore } from '../src/platform/config/data-dir.ts'
import { migrateDatabase } from '../src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded.ts'
import { endOnSignals } from './end-on-signals.ts'
import { seedCollection } from './seed-collection.ts'

/** `pnpm seed` fills the configured database with random users, media and votes. */
const { values: options } = parseArgs({
  options: {
    users: { type: 'string', default: '10000' },
    media: { type: 'string', default: '10000' },
    votes: { type: 'string', default: '100000' },
    force: { type: 'boolean', default: false },
  },
})

const amount = (name: 'users' | 'media' | 'votes', least: number) => {
  const value = Number(options[name])
  if (!Number.isInteger(value) || value < least) throw new Error(`--${name} must be a whole number, ${least} or more`)
  return value
}

const openDatabase = async () => {
  const { databaseUrl, dataDir } = configOfProcess()
  if (databaseUrl) return { url: databaseUrl, close: async () => undefined }
  const release = claimDataDir(dataDir)
  refuseUnfinishedRestore(dataDir)
  const postgres = await startEmbeddedPostgres(join(dataDir, 'postgres')).catch((error) => {
    release()
    throw error
  })
  return { url: postgres.url, close: () => postgres.stop().finally(release) }
}

const start = performance.now()
const tell = (what: string) =>
  process.stderr.write(`${((performance.now() - start) / 1000).toFixed(1).padStart(7)} s  ${what}\n`)

const main = async () => {
  const size = { users: amount('users', 1), media: amount('media', 1), votes: amount('votes', 0) }
  const database = await openDatabase()
  const close = endOnSignals(database.close)
  try {
    await migrateDatabase(database.url)
    await seedCollection(database.url, size, { isForced: options.force, tell })
  } finally {
    await close()
  }
  tell(
    `done: ${Object.entries(size)
      .map(([name, value]) => `${value.toLocaleString('en')} ${name}`)
      .join(', ')}`,
  )
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
