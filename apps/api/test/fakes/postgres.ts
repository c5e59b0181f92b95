import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { installFromDebian } from '../../../../scripts/debian.ts'
import {
  databaseRunner,
  keepTail,
  runAs,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/embedded.ts'
import { afterUse } from '../app/after-use.ts'
import { ownDatabaseUrl } from '../app/server-process.ts'
import { SOON } from '../app/soon.ts'
import { openConnection } from '../app/template-server.ts'

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

const BINARIES = '/usr/lib/postgresql/15/bin'

/** @returns why PostgreSQL 15 is unavailable, or undefined */
export const installPostgres15 = () =>
  installFromDebian({
    name: 'PostgreSQL 15',
    packages: ['postgresql-15'],
    isInstalled: () => existsSync(`${BINARIES}/postgres`),
  })

/** @returns the URL as superuser */
export const startPostgres15 = async () => {
  // Socket paths must be short.
  const folder = mkdtempSync('/tmp/hotvote-pg15-')
  chmodSync(folder, 0o777)
  const run = (program: string, args: string[]) => {
    const child = runAs(databaseRunner(), `${BINARIES}/${program}`, args)
    return { child, tail: keepTail(child), ended: once(child, 'close') }
  }
  const made = run('initdb', ['-D', `${folder}/data`, '-U', 'postgres', '--auth=trust', '--no-sync'])
  const [code] = await made.ended
  if (code !== 0) throw new Error(`initdb: ${made.tail()}`)
  const server = run('postgres', ['-D', `${folder}/data`, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'])
  afterUse(async () => {
    server.child.kill('SIGINT')
    await server.ended
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `postgresql://postgres@localhost:5432/postgres?host=${folder}`
  await vi.waitFor(async () => (await openConnection(url)).end(), SOON)
  return url
}
