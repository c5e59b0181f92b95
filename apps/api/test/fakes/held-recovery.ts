import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded.ts'
import { afterUse } from '../app/after-use.ts'
import { ownDatabaseUrl } from '../app/server-process.ts'
import { SOON } from '../app/soon.ts'

/** SQLSTATE while PostgreSQL starts up. */
const STARTING_UP = '57P03'

/** Keeps a database in recovery until `free` is called, by a blocked `restore_command`. */
export const heldRecovery = async (dataDir: string) => {
  const dir = join(dataDir, 'postgres')
  await (await startEmbeddedPostgres(dir)).stop()
  const hold = join(dataDir, 'hold')
  const asked = join(dir, 'recovery.signal')
  for (const file of [hold, asked]) writeFileSync(file, '')
  chownSync(asked, statSync(dir).uid, statSync(dir).gid)
  const command = `exec >/dev/null 2>&1; while [ -e ${hold} ]; do sleep 0.1; done; false`
  appendFileSync(join(dir, 'postgresql.auto.conf'), `restore_command = '${command}'\n`)
  const free = () => rmSync(hold, { force: true })
  afterUse(free)
  const answer = async () => {
    try {
      const client = new pg.Client({ connectionString: ownDatabaseUrl(dataDir) })
      await client.connect()
      await client.end()
      return 'ready'
    } catch (failure) {
      return (failure as { code?: string }).code
    }
  }
  return { dir, free, untilHeld: () => expect.poll(answer, SOON).toBe(STARTING_UP) }
}
