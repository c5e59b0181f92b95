import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { SOON } from '../../../test/app/soon.ts'
import { heldRecovery } from '../../../test/fakes/postgres.ts'
import { startEmbeddedPostgres } from './embedded.ts'

const newFolder = (name = 'postgres') => {
  const folder = mkdtempSync(join(tmpdir(), 'hotvote-embedded-'))
  afterUse(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, name)
}

const startServer = async (dir: string) => {
  const server = await startEmbeddedPostgres(dir)
  afterUse(server.stop)
  return server
}

const getAnswer = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query('SELECT 1 AS one')).rows
  } finally {
    await client.end()
  }
}

it('starts in a folder whose short name has many bytes', async () => {
  const folder = newFolder('')
  const { url } = await startServer(`${folder}${'д'.repeat(Math.max(1, 79 - folder.length))}`)
  expect(await getAnswer(url)).toEqual([{ one: 1 }])
})

it('ends the server that a killed process left in its folder', async () => {
  const dir = newFolder()
  const left = await startServer(dir)
  const { url } = await startServer(dir)
  await left.ended
  expect(await getAnswer(url)).toEqual([{ one: 1 }])
})

it('starts after a crash of the machine although its process id is reused', async () => {
  const dir = newFolder()
  const first = await startServer(dir)
  const files = ['postmaster.pid', '.s.PGSQL.5432.lock'].map((name) => join(dir, name))
  const left = files.map((file) => readFileSync(file, 'utf8'))
  await first.stop()
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  afterUse(() => stranger.kill('SIGKILL'))
  for (const [index, file] of files.entries())
    writeFileSync(file, left[index]?.replace(/^\d+/, String(stranger.pid)) ?? '', { mode: 0o600 })
  expect(await getAnswer((await startServer(dir)).url)).toEqual([{ one: 1 }])
  expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null])
})

it('waits while the server is starting and logs the wait', async () => {
  const { dir, free, untilHeld } = await heldRecovery(dirname(newFolder()))
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  afterUse(vi.useRealTimers)
  const said: string[] = []
  const starting = startEmbeddedPostgres(dir, {}, { onWait: (reason) => said.push(reason) })
  starting.then(({ stop }) => afterUse(stop)).catch(() => undefined)
  for (let hour = 1; hour <= 2; hour++) {
    await untilHeld()
    vi.advanceTimersByTime(3_600_000)
    await Promise.race([expect.poll(() => said, SOON).toHaveLength(hour), starting])
  }
  free()
  expect(await getAnswer((await starting).url)).toEqual([{ one: 1 }])
})

it('creates the database in an empty folder only', async () => {
  const dir = newFolder()
  mkdirSync(dir)
  const first = await startServer(dir)
  await first.stop()
  const file = join(dir, 'PG_VERSION')
  const version = readFileSync(file)
  rmSync(file)
  await expect(startEmbeddedPostgres(dir)).rejects.toThrow(`${dir} contains files but no complete database`)
  expect(existsSync(join(dir, 'base'))).toBe(true)
  writeFileSync(file, version)
  expect(await getAnswer((await startServer(dir)).url)).toEqual([{ one: 1 }])
})
