import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { installFromDebian, succeeds } from '../../../../scripts/debian.ts'
import { databaseRunner, keepTail, runAs } from '../../src/platform/embedded-postgres/embedded.ts'
import { afterUse } from '../app/after-use.ts'
import { ownPort } from '../app/ports.ts'
import { SOON } from '../app/soon.ts'

const EXAMPLE = new URL('../../../../deploy/pgbouncer.ini', import.meta.url)
const [USER, PASSWORD] = ['postgres', 'a password of the pooler']

/** @returns why PgBouncer is unavailable, or undefined */
export const installPgbouncer = () =>
  installFromDebian({
    name: 'PgBouncer',
    packages: ['pgbouncer'],
    isInstalled: () => succeeds('pgbouncer', '--version'),
  })

/** The documented example; `changed` overrides settings. */
const settingsFor = (databaseUrl: string, changed: Record<string, string | number>) => {
  const { searchParams, port, pathname } = new URL(databaseUrl)
  const text = readFileSync(EXAMPLE, 'utf8').replace(
    'host=127.0.0.1 port=5432 dbname=hotvote',
    `host=${searchParams.get('host')} port=${port} dbname=${pathname.slice(1)}`,
  )
  return Object.entries(changed).reduce((settings, [name, value]) => {
    const line = new RegExp(`^${name} =.*$`, 'm')
    expect(settings).toMatch(line)
    return settings.replace(line, `${name} = ${value}`)
  }, text)
}

/** @returns the database URL through PgBouncer */
export const startPgbouncer = async (databaseUrl: string, pool: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'hotvote-pgbouncer-'))
  const port = await ownPort()
  const users = join(folder, 'userlist.txt')
  writeFileSync(users, `"${USER}" "${PASSWORD}"\n`)
  const settings = settingsFor(databaseUrl, { listen_port: port, auth_file: users, default_pool_size: pool })
  writeFileSync(join(folder, 'pgbouncer.ini'), settings)
  const child = runAs(databaseRunner(), 'pgbouncer', [join(folder, 'pgbouncer.ini')])
  const tail = keepTail(child)
  const ended = once(child, 'close')
  afterUse(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/hotvote`
  await vi.waitFor(async () => {
    const client = new pg.Client(url)
    await client.connect().catch((failure) => {
      throw new Error(`PgBouncer does not answer: ${failure}\n${tail()}`)
    })
    await client.end()
  }, SOON)
  return url
}
