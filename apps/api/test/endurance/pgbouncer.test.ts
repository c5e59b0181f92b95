import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { installFromDebian, succeeds } from '../../../../scripts/debian.ts'
import { databaseRunner, keepTail, runAs } from '../../src/platform/embedded-postgres/embedded.ts'
import { afterUse } from '../app/after-use.ts'
import { call, expectError, quickVisitor } from '../app/call.ts'
import { expectExactCounts } from '../app/database.ts'
import { operatorCall, startAsOperator } from '../app/operator.ts'
import { ownPort } from '../app/server-process.ts'
import { lostVotes, openSite, production, voteOnEverything } from '../app/site.ts'
import { PROCESSES, SOON } from '../app/soon.ts'
import { countJobs } from '../app/worker.ts'
import { quarters } from '../make/pictures.ts'
import { filePart, upload } from '../make/upload.ts'

const EXAMPLE = new URL('../../../../deploy/pgbouncer.ini', import.meta.url)
const [USER, PASSWORD] = ['postgres', 'a password of the pooler']

/** @returns why PgBouncer is unavailable, or undefined */
const installPgbouncer = () =>
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
const startPgbouncer = async (databaseUrl: string, pool: number) => {
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

/** PgBouncer in transaction mode, with fewer connections than the site uses. */
const openPooledSite = () =>
  openSite({
    visitors: 12,
    items: 10,
    settings: async (databaseUrl) => ({
      ...production(databaseUrl),
      DATABASE_URL: await startPgbouncer(databaseUrl, 3),
      DATABASE_DIRECT_URL: databaseUrl,
    }),
  })

const tests = () => {
  let site: Awaited<ReturnType<typeof openSite>>
  beforeAll(async () => {
    site = await openPooledSite()
  }, PROCESSES.timeout)

  it('counts each simultaneous vote once', async () => {
    const ledger = await voteOnEverything(site, () => true)
    expect(ledger).toHaveLength(120)
    expect(await lostVotes(site.db, ledger)).toEqual({ acknowledged: 120, lost: 0 })
  })

  it.each([
    ['runs an operation as a job', 'POST', 'purge-inactive-accounts'],
    ['reads a result of any size in one snapshot', 'GET', 'export-votes'],
  ])('%s', async (_what, method, kind) => {
    const started = await startAsOperator(site.server, `${method} /api/admin/${kind}`)
    expect(started.status, started.text).toBe(202)
    const look = () => operatorCall<{ status: string }>(site.server, `GET /api/admin/operations/${kind}`)
    await expect.poll(async () => (await look()).body.status, SOON).toBe('done')
  })

  it('deletes, restores and reports an item and blocks the reporter', async () => {
    const { server, db, owner } = site
    const stored = await upload(server, owner, filePart(await quarters(900, 600).jpeg().toBuffer()))
    expect(stored.status, stored.text).toBe(201)
    const { id, url } = stored.body
    const isServed = async () => (await call(server, `GET ${url}`)).status === 200
    const jobs = () => countJobs(db, 'make-renditions', 'read-removed')
    await expect.poll(jobs, SOON).toBe(0)
    expect((await operatorCall(server, `DELETE /api/admin/media/${id}`)).status).toBe(204)
    await expect.poll(isServed, SOON).toBe(false)
    await expect.poll(jobs, SOON).toBe(0)
    expect((await operatorCall(server, `POST /api/admin/trash/${id}/restore`)).status).toBe(204)
    await expect.poll(isServed, SOON).toBe(true)
    const visitor = await quickVisitor(server)
    const report = { cookie: visitor.cookie, body: { userId: visitor.id, reason: 'spam' } }
    expect((await call(server, `POST /api/media/${id}/report`, report)).status).toBe(204)
    expect((await operatorCall(server, 'GET /api/admin/queue')).body).toMatchObject([{ key: `report:${id}` }])
    expect((await operatorCall(server, `POST /api/admin/reports/${id}`, { decision: 'keep' })).status).toBe(200)
    expect((await operatorCall(server, `POST /api/admin/users/${visitor.id}/block`)).status).toBe(204)
    expectError(await visitor.vote(id), 403, 'blocked')
    await expectExactCounts(db)
  })

  it('logs no error', async () => {
    expect((await call(site.server, 'GET /readyz')).body).toMatchObject({ status: 'ok' })
    expect(site.server.output).toMatchObject({ err: '', out: expect.not.stringContaining('"level":50') })
  })
}

const problem = installPgbouncer()
if (problem === undefined) describe('behind PgBouncer in transaction mode', PROCESSES, tests)
else it('behind PgBouncer in transaction mode', ({ skip }) => skip(problem))
