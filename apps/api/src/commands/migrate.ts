import { parseArgs } from 'node:util'
import { configOfProcess } from '../platform/config/config.ts'
import { migrateDatabase, migrationStatus } from '../platform/db/migrate.ts'
import { openSiteDatabase } from '../platform/db/site-database.ts'
import { runCommand, say, sayWaiting } from './run-command.ts'

const USAGE =
  'Usage: pnpm migrate [--status]: applies what is pending, or only lists it and ends with 3 where something is'

const PENDING = 3

const printStatus = async (url: string) => {
  const { applied, pending, unknown } = await migrationStatus(url)
  for (const name of applied) say(`applied  ${name}`)
  for (const name of pending) say(`pending  ${name}`)
  if (unknown > 0) say(`newer    ${unknown} that this version does not know`)
  return pending.length > 0 ? PENDING : 0
}

const applyPending = async (url: string, signal: AbortSignal) => {
  const { pending } = await migrationStatus(url)
  await migrateDatabase(url, { signal, onWait: sayWaiting })
  for (const name of pending) say(`applied  ${name}`)
  if (pending.length === 0) say('Nothing to apply.')
  return 0
}

runCommand({ usage: USAGE, stopped: 'Stopped. Applied migrations stay.' }, async (signal) => {
  const { values } = parseArgs({ options: { status: { type: 'boolean', default: false } } })
  const database = await openSiteDatabase(configOfProcess(), { signal, onWait: sayWaiting })
  try {
    return await (values.status ? printStatus(database.url) : applyPending(database.url, signal))
  } finally {
    await database.close()
  }
})
