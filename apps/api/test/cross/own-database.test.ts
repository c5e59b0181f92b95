import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPostmaster } from '../../src/platform/embedded-postgres/postmaster.ts'
import { afterUse } from '../app/after-use.ts'
import { call, quickVisitor } from '../app/call.ts'
import { newDataDir, ownPort, runServer, startServer } from '../app/server-process.ts'
import { PROCESSES, SOON } from '../app/soon.ts'

describe('with an embedded database', PROCESSES, () => {
  it("shows demo items at the first start and prints the operator's address", async () => {
    const server = await runServer({ DATA_DIR: newDataDir(), DEMO: 'on', ADMIN_HOST: 'adm.example.test' })
    await expect.poll(() => server.output.out, SOON).toMatch(/Operator: http:\/\/adm\.example\.test:\d+\/adm, /)
    expect((await (await quickVisitor(server)).next()).status).toBe(200)
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
  })

  it('keeps its data after a kill and logs the password only once', async () => {
    const DATA_DIR = newDataDir()
    const PORT = String(await ownPort())
    const other = createServer().listen(Number(PORT), '127.0.0.1')
    afterUse(() => other.close())
    await once(other, 'listening')
    const failed = await startServer({ DATA_DIR, PORT })
    expect(await failed.exited).toBe(1)
    expect(failed.output.err).toContain('EADDRINUSE')

    const first = await runServer({ DATA_DIR })
    const file = join(DATA_DIR, 'admin-password')
    const password = readFileSync(file, 'utf8').trim()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(password.length).toBeGreaterThanOrEqual(12)
    await expect.poll(() => first.output.out.split(password), SOON).toHaveLength(2)
    const visitor = await quickVisitor(first)

    const intruder = await startServer({ DATA_DIR })
    expect(await intruder.exited).toBe(1)
    expect(intruder.output.err).toContain(DATA_DIR)
    expect(intruder.output.err).toMatch(/in use/)
    expect((await call(first, 'GET /readyz')).status).toBe(200)

    first.signal('SIGKILL')
    expect(await first.exited).toBe('SIGKILL')
    expect(findPostmaster(join(DATA_DIR, 'postgres'))).toBeDefined()

    const second = await runServer({ DATA_DIR })
    expect((await quickVisitor(second, visitor.sessionId)).id).toBe(visitor.id)
    // The cookie remains valid, because the secret survives the kill.
    expect((await call(second, `GET /api/media/random/${visitor.id}`, visitor)).status).toBe(404)
    expect(second.output.out).not.toContain(password)
    expect(readFileSync(file, 'utf8').trim()).toBe(password)

    second.signal('SIGTERM')
    expect(await second.exited).toBe(0)
    expect(second.output.out).not.toContain('connection lost')
    expect(findPostmaster(join(DATA_DIR, 'postgres'))).toBeUndefined()
  })
})
