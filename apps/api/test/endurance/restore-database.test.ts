import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { localMedia } from '../../src/platform/storage/local.ts'
import { afterUse } from '../app/after-use.ts'
import { call } from '../app/call.ts'
import { expectExactCounts, queryCount } from '../app/database.ts'
import { operatorCall } from '../app/operator.ts'
import { newDataDir, ownDatabaseUrl, runCommand, startServer } from '../app/server-process.ts'
import { ADMIN_PASSWORD } from '../app/settings.ts'
import { connectTo, production } from '../app/site.ts'
import { PROCESSES, SOON } from '../app/soon.ts'
import { openConnection } from '../app/template-server.ts'
import { testDatabase } from '../app/test-app.ts'
import { openBucket, s3Env } from '../fakes/bucket.ts'
import { installPostgres15, startPostgres15 } from '../fakes/postgres.ts'
import { usedSite } from '../make/used-site.ts'

/** Creates a database whose owner has no other rights. */
const ordinaryDatabase = async (serverUrl: string) => {
  const name = `ordinary_${randomBytes(6).toString('hex')}`
  const { query, end } = await openConnection(serverUrl)
  await query(`CREATE ROLE ${name} LOGIN`)
  await query(`CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0`)
  afterUse(async () => {
    await query(`DROP DATABASE ${name} WITH (FORCE)`)
    await query(`DROP ROLE ${name}`)
    await end()
  })
  return serverUrl.replace('postgres@', `${name}@`).replace(/\/postgres(?=[?]|$)/, `/${name}`)
}

let site: Awaited<ReturnType<typeof usedSite>>
let file: string
const PENDING = '2026/01/01hzzzzzzzzzzzzzzzzzzzzzzz-original.png'
beforeAll(async () => {
  site = await usedSite()
  await site.store(PENDING, 1)
  await site.run(`INSERT INTO media (owner_id, status, mime_type, original_name, size_bytes, width, height, original_key, sha256)
    VALUES (${site.owner.id}, 'pending', 'image/png', 'x', 5, 1, 1, '${PENDING}', sha256('x'))`)
  file = join(newDataDir(), 'site.tar')
  const { databaseUrl, secret } = site.app.deps.config
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: site.app.dataDir, SECRET: secret, ADMIN_PASSWORD }
  const made = await runCommand('backup', [file], env)
  expect(made, made.err).toMatchObject({ code: 0, err: '' })
}, PROCESSES.timeout)

const start = async (env: Record<string, string>) => {
  const server = await startServer(env)
  await server.running
  return server
}

const READY = "SELECT original_key AS key FROM media WHERE status = 'ready' ORDER BY id LIMIT 1"
const ENTRIES = "SELECT count(*) FROM audit_log WHERE event NOT LIKE 'DEPLOYMENT%' AND event <> 'backup'"

const expectSameSite = async (server: { baseUrl: string }, databaseUrl: string) => {
  const db = connectTo(databaseUrl)
  await expectExactCounts(db)
  for (const table of ['users', 'votes', 'views', 'settings'])
    expect(await queryCount(db, `SELECT count(*) FROM ${table}`), table).toBe(
      await queryCount(site.app.deps.db, `SELECT count(*) FROM ${table}`),
    )
  expect(await queryCount(db, ENTRIES)).toBe(await queryCount(site.app.deps.db, ENTRIES))
  expect(await queryCount(db, "SELECT count(*) FROM media WHERE status = 'pending'")).toBe(0)
  expect(await queryCount(db, "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND convalidated")).toBe(
    await queryCount(site.app.deps.db, "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND convalidated"),
  )
  const { voter } = site
  // A known session gets 404, because this visitor has rated everything.
  expect((await call(server, `GET /api/media/random/${voter.id}`, { cookie: voter.cookie })).status).toBe(404)
  const [row] = await db.query<{ key: string }>({ text: READY })
  expect((await call(server, `GET /media/${row?.key}`)).status).toBe(200)
  expect((await operatorCall(server, 'GET /api/admin/health')).status).toBe(200)
}

const servers: Record<string, () => Promise<string> | string> = {
  'PostgreSQL 18': () => inject('postgresUrl'),
  'PostgreSQL 15': startPostgres15,
}

describe.each(Object.keys(servers))('a restore into %s', PROCESSES, (name) => {
  it('fills a database of an ordinary role and can be backed up again', async (context) => {
    const problem = name.endsWith('15') ? installPostgres15() : undefined
    if (problem) return context.skip(problem)
    const url = await ordinaryDatabase((await servers[name]?.()) ?? '')
    const scheduled = newDataDir()
    const env = { ...production(url), BACKUP_DIR: scheduled }
    const restored = await runCommand('restore', [file], env)
    expect(restored, restored.err).toMatchObject({ code: 0, err: '' })
    expect(restored.out).toContain('Restored to the database of DATABASE_URL')
    expect(existsSync(join(localMedia(env.DATA_DIR), PENDING))).toBe(false)
    const second = await start(env)
    await expectSameSite(second, url)
    await expect.poll(() => readdirSync(scheduled), SOON).toHaveLength(1)
    const again = join(scheduled, 'again.tar')
    expect(await runCommand('backup', [again], env)).toMatchObject({ code: 0, err: '' })
    expect(await runCommand('restore', [again], env)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^The database ".*" of DATABASE_URL is not empty[.] Create an empty one and try again[.]\n$/,
      ),
    })

    const own = { DATA_DIR: join(newDataDir(), 'own'), SECRET: env.SECRET, ADMIN_PASSWORD }
    const back = await runCommand('restore', [again], own)
    expect(back, back.err).toMatchObject({ code: 0, err: '' })
    await expectSameSite(await start(own), ownDatabaseUrl(own.DATA_DIR))
  })
})

it('names the permission that a role lacks', PROCESSES, async () => {
  const url = await ordinaryDatabase(inject('postgresUrl'))
  const role = new URL(url).username
  const { query, end } = await openConnection(inject('postgresUrl'))
  await query(`ALTER DATABASE ${role} OWNER TO postgres`).finally(end)
  const refused = await runCommand('restore', [file], production(url))
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining(`ALTER DATABASE "${role}" OWNER TO "${role}"`),
  })
})

it('bypasses the pooler and keeps an existing file of another size', PROCESSES, async () => {
  const { url, drop } = await testDatabase('template0')
  afterUse(drop)
  const env = { ...production('postgres://127.0.0.1:9/pooler'), DATABASE_DIRECT_URL: url }
  const [stored] = await site.app.deps.db.query<{ key: string }>({ text: READY })
  const path = join(localMedia(env.DATA_DIR), stored?.key ?? '')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'mine')
  const refused = await runCommand('restore', [file], env)
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('already has another file') })
  expect(readFileSync(path, 'utf8')).toBe('mine')
  expect(
    await queryCount(connectTo(url), "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"),
  ).toBe(0)
})

const bucket = await openBucket()
if (bucket)
  it('uploads media to the bucket and deletes them when the restore fails', PROCESSES, async () => {
    const [full, empty] = [await testDatabase(), await testDatabase('template0')]
    for (const { drop } of [full, empty]) afterUse(drop)
    const refused = await runCommand('restore', [file], { ...production(full.url), ...s3Env(bucket.settings) })
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') })
    expect(await bucket.keys()).toEqual([])
    const env = { ...production(empty.url), ...s3Env(bucket.settings) }
    const restored = await runCommand('restore', [file], env)
    expect(restored, restored.err).toMatchObject({ code: 0, err: '' })
    expect(await bucket.keys()).not.toContain(PENDING)
    await expectSameSite(await start(env), empty.url)
  })
