import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { call } from '../../../test/app/call.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { runServer } from '../../../test/app/server-process.ts'
import { openSite, production } from '../../../test/app/site.ts'
import { PROCESSES, SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { readVersion } from '../../platform/config/version.ts'
import { recordFileCheck } from './audit.service.ts'

type Entry = { event: string; actor: string; context: Record<string, unknown> }
const listEntries = async (server: { baseUrl: string }) =>
  (await operatorCall<Entry[]>(server, 'GET /api/admin/audit-logs')).body

const settings = (databaseUrl: string) => ({ ...production(databaseUrl), LOG_LEVEL: 'info' })

describe('a start of the process', PROCESSES, () => {
  it('writes one audit entry for the start and one for the file check', async () => {
    const { server, env } = await openSite({ visitors: 0, items: 0, settings })
    await expect.poll(() => listEntries(server), SOON).toHaveLength(2)
    const [check, started] = await listEntries(server)
    expect(started).toMatchObject({
      event: 'DEPLOYMENT_STARTUP',
      actor: 'system',
      context: { version: readVersion(), role: 'all', node: process.version, isEmbedded: false },
    })
    const [firstLine = ''] = server.output.out.split('\n')
    expect(JSON.parse(firstLine)).toMatchObject({ msg: 'starting', version: readVersion(), role: 'all' })
    expect(check).toMatchObject({
      event: 'DEPLOYMENT_FILE_SYSTEM_CHECK',
      actor: 'system',
      context: { ok: true, provider: 'local', freeBytes: expect.any(Number) },
    })
    expect(JSON.stringify([check, started])).not.toMatch(/\/tmp|127\.0\.0\.1|localhost|postgres:/)
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)

    const again = await runServer(env)
    await expect.poll(() => listEntries(again), SOON).toHaveLength(4)
    expect((await call(again, 'GET /readyz')).status).toBe(200)
    expect(await listEntries(again)).toHaveLength(4)
  })

  it('reports files that cannot be written and continues', async () => {
    const app = await testApp()
    rmSync(join(app.dataDir, 'media'), { recursive: true })
    await recordFileCheck(app.deps)
    expect(await listEntries(app)).toMatchObject([
      { event: 'DEPLOYMENT_FILE_SYSTEM_CHECK', context: { ok: false, provider: 'local' } },
    ])
  })
})
