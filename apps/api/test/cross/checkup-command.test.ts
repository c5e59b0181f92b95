import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findPostmaster } from '../../src/platform/embedded-postgres/postmaster.ts'
import { afterUse } from '../app/after-use.ts'
import { call, quickVisitor } from '../app/call.ts'
import { newDataDir, runCommand, startServer } from '../app/server-process.ts'
import { ADMIN_PASSWORD } from '../app/settings.ts'
import { connectTo } from '../app/site.ts'
import { PROCESSES } from '../app/soon.ts'
import { testDatabase } from '../app/test-app.ts'

const checkup = (env: Record<string, string>, ...args: string[]) => runCommand('checkup', args, env)

it('checks a running or stopped site with an embedded database and changes nothing', PROCESSES, async () => {
  const DATA_DIR = newDataDir()
  const server = await startServer({ DATA_DIR })
  await server.running
  const visitor = await quickVisitor(server)

  const running = await checkup({ DATA_DIR })
  expect(running, running.err).toMatchObject({ code: 0, err: '' })
  const lines = running.out.trimEnd().split('\n')
  expect(lines).toHaveLength(13)
  expect(lines.map((line) => line.split(/\s/)[0])).toEqual(lines.map(() => 'ok'))
  expect(lines[2]).toBe('ok       Totals of items')
  expect((await call(server, `GET /api/media/random/${visitor.id}`, visitor)).status).toBe(404)
  server.signal('SIGTERM')
  expect(await server.exited).toBe(0)

  const stopped = await checkup({ DATA_DIR }, '--fix')
  expect(stopped, stopped.out).toMatchObject({ code: 0, err: '' })
  expect(stopped.out).toContain('skipped  Overdue jobs (the site is stopped)\n')
  expect(findPostmaster(join(DATA_DIR, 'postgres'))).toBeUndefined()
  expect(existsSync(join(DATA_DIR, 'hotvote.pid'))).toBe(false)
})

const wrongSite = async () => {
  const database = await testDatabase()
  afterUse(database.drop)
  await connectTo(database.url).query({ text: "INSERT INTO users (username, votes_cast) VALUES ('Somebody', 3)" })
  const DATA_DIR = newDataDir()
  const folder = join(DATA_DIR, 'media', '2020', '01')
  mkdirSync(folder, { recursive: true })
  const files = Array.from({ length: 11 }, (_, place) => `01${'a'.repeat(22)}${place + 10}-thumb.webp`)
  for (const file of files) {
    writeFileSync(join(folder, file), 'old')
    utimesSync(join(folder, file), 0, 0)
  }
  return {
    env: { SECRET: 's'.repeat(32), ADMIN_PASSWORD, DATA_DIR, DATABASE_URL: database.url },
    files,
    left: () => readdirSync(folder),
  }
}

it('exits with 1 until the listed problems are fixed', PROCESSES, async () => {
  const { env, files, left } = await wrongSite()
  const found = await checkup(env)
  expect(found, found.err).toMatchObject({ code: 1, err: '' })
  expect(found.out).toContain(`WRONG    Counters of users: 1 wrong (--fix repairs it)
           user 1 says 3 votes, 0 views and 0 uploads, but has 0, 0 and 0
`)
  expect(found.out).toMatch(
    /WRONG {4}Files without an item: 11 wrong \(.*\n(.*\.webp\n){10} {11}and 1 more: see --dry-run/,
  )

  const listed = await checkup(env, '--dry-run')
  expect(listed.code).toBe(1)
  for (const file of files) expect(listed.out).toContain(`\n           2020/01/${file}\n`)
  expect(left()).toEqual(files)

  const fixed = await checkup(env, '--fix')
  expect(fixed, fixed.out).toMatchObject({ code: 0, err: '' })
  expect(fixed.out).toContain('fixed    Files without an item: 11 wrong (fixed 11 of 11)\n')
  expect(left()).toEqual([])
  expect(await checkup(env)).toMatchObject({ code: 0, err: '' })
})

it('exits with 1 and a reason when there is no site to check', PROCESSES, async () => {
  const { env } = await wrongSite()
  const empty = mkdtempSync(join(tmpdir(), 'hotvote-empty-'))
  afterUse(() => rmSync(empty, { recursive: true }))
  const refused = await Promise.all([
    checkup({ DATA_DIR: empty }),
    checkup({ ...env, DATABASE_URL: env.DATABASE_URL.replace(/test_\w+/, 'no_such_database') }),
    checkup(env, '--fix', '--dry-run'),
    checkup({ PORT: 'x' }),
  ])
  expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 1))
  expect(refused.map(({ err, out }) => err + out)).toEqual([
    expect.stringContaining(`(${empty}) has no site yet`),
    expect.stringContaining('no_such_database'),
    expect.stringContaining('Use either --dry-run or --fix.'),
    expect.stringContaining('PORT must be a whole number'),
  ])
  expect(readdirSync(empty)).not.toContain('postgres')
})
