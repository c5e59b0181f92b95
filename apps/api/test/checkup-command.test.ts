import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Outcome } from '../src/checkup/run-checks.ts'
import { postmasterOf } from '../src/db/postmaster.ts'
import { afterUse } from './after-use.ts'
import { call, quickVisitor } from './call.ts'
import { runCommand } from './command.ts'
import { ADMIN_PASSWORD } from './credentials.ts'
import { newDataDir, startServer } from './server-process.ts'
import { connectTo } from './site.ts'
import { PROCESSES } from './soon.ts'
import { testDatabase } from './test-app.ts'

const checkup = (env: Record<string, string>, ...args: string[]) => runCommand('checkup', args, env)

type Answer = { exitCode: number; isStopped: boolean; checks: Outcome[] }

it('looks at a site with its own database, running or stopped, and leaves it as it was', PROCESSES, async () => {
  const DATA_DIR = newDataDir()
  const server = await startServer({ DATA_DIR })
  await server.running
  const visitor = await quickVisitor(server)

  const running = await checkup({ DATA_DIR }, '--json', '--url', server.baseUrl, '--pid', String(server.pid))
  expect(running, running.err).toMatchObject({ code: 0, err: '' })
  const answer: Answer = JSON.parse(running.out)
  expect(answer).toMatchObject({ exitCode: 0, isStopped: false })
  expect(answer.checks.filter(({ status }) => status !== 'ok').map(({ number }) => number)).toEqual([11])
  expect((await call(server, `GET /api/media/random/${visitor.id}`, visitor)).status).toBe(404)
  server.signal('SIGTERM')
  expect(await server.exited).toBe(0)

  // No item has this file yet: it is left alone, as an upload may be under way.
  mkdirSync(join(DATA_DIR, 'media', '2020', '01'), { recursive: true })
  writeFileSync(join(DATA_DIR, 'media', '2020', '01', '01aaaaaaaaaaaaaaaaaaaaaaaa-thumb.webp'), 'young')
  const stopped = await checkup({ DATA_DIR }, '--fix')
  expect(stopped, stopped.out).toMatchObject({ code: 0, err: '' })
  const lines = stopped.out.split('\n').filter((line) => /^\S/.test(line))
  expect(lines).toHaveLength(15)
  expect(lines[0]).toBe('ok       1  One vote and one view a visitor and item (0 votes, 0 views)')
  expect(lines[10]).toMatch(/^skipped 11 {2}What was acknowledged is there, .*: it needs a --ledger/)
  expect(postmasterOf(join(DATA_DIR, 'postgres'))).toBeUndefined()
  expect(existsSync(join(DATA_DIR, 'hotvote.pid'))).toBe(false)
})

it('ends with 1 when something is broken, and with 2 when it could not look', PROCESSES, async () => {
  const database = await testDatabase()
  afterUse(database.drop)
  const db = connectTo(database.url)
  const settings = { SECRET: 's'.repeat(32), ADMIN_PASSWORD, DATA_DIR: newDataDir() }
  const env = { ...settings, DATABASE_URL: database.url }
  await db.query({ text: "INSERT INTO users (username, votes_cast) VALUES ('Somebody', 3)" })
  const found = await checkup(env)
  expect(found, found.err).toMatchObject({ code: 1, err: '' })
  expect(found.out).toContain(`BREACH   3  Counters of users are those of what they did (1 wrong; 1 users)
            user 1 says 3 votes, 0 views, 0 uploads, and has 0, 0, 0`)

  const empty = mkdtempSync(join(tmpdir(), 'hotvote-empty-'))
  afterUse(() => rmSync(empty, { recursive: true }))
  const ledger = join(settings.DATA_DIR, 'ledger')
  writeFileSync(ledger, '{"id":"1","intent":{"kind":"view","userId":1,"mediaId":1},"status":204}\nno line\n')
  const refused = await Promise.all([
    checkup({ DATA_DIR: empty }),
    checkup({ ...settings, DATABASE_URL: database.url.replace(/test_\w+/, 'no_such_database') }),
    checkup(env, '--ledger', ledger),
    checkup(env, '--sample', 'many'),
    checkup({ PORT: 'x' }),
  ])
  expect(refused.map(({ code, out }) => [code, out])).toEqual(refused.map(() => [2, '']))
  expect(refused.map(({ err }) => err)).toEqual([
    expect.stringContaining(`There is no site in ${empty}`),
    expect.stringContaining('no_such_database'),
    expect.stringContaining(`Line 2 of the ledger ${ledger} is none: no JSON`),
    expect.stringContaining('--sample must be a whole number'),
    expect.stringContaining('PORT must be a whole number'),
  ])
  expect(readdirSync(empty)).not.toContain('postgres')
})
