import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { vi } from 'vitest'
import { installFromDebian } from '../../../../scripts/debian.ts'
import { databaseRunner, keepTail, runAs } from '../../src/platform/embedded-postgres/embedded.ts'
import { afterUse } from '../app/after-use.ts'
import { SOON } from '../app/soon.ts'
import { openConnection } from '../app/template-server.ts'

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
