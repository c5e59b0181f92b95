import { describe, expect, it } from 'vitest'
import { afterUse } from '../app/after-use.ts'
import { call, quickVisitor } from '../app/call.ts'
import { runServer } from '../app/server-process.ts'
import { production } from '../app/site.ts'
import { PROCESSES, SOON } from '../app/soon.ts'
import { testDatabase } from '../app/test-app.ts'
import { openBucket, s3Env } from '../fakes/bucket.ts'

const bucket = await openBucket()
if (bucket) {
  describe('a failing bucket', PROCESSES, () => {
    it.each([
      [
        'a wrong secret',
        { S3_SECRET_ACCESS_KEY: 'a-wrong-secret' },
        { reason: '403', setting: 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY' },
      ],
      ['an unknown host', { S3_ENDPOINT: 'http://store.invalid' }, { reason: 'ENOTFOUND', setting: 'S3_ENDPOINT' }],
      ['no bucket', { S3_BUCKET: 'no-such-bucket' }, { reason: 'no bucket', setting: 'S3_BUCKET' }],
    ])('lets the site start and is logged: %s', async (_what, env, { reason, setting }) => {
      const database = await testDatabase()
      afterUse(database.drop)
      const settings: Record<string, string> = { ...s3Env(bucket.settings), ...env }
      const server = await runServer({ ...production(database.url), ...settings })
      await expect.poll(() => server.output.out, SOON).toContain(`"setting":"${setting}"`)
      const ready = await call(server, 'GET /readyz')
      expect(ready).toMatchObject({ status: 200, body: { status: 'degraded', failed: ['storage'] } })
      expect((await quickVisitor(server)).id).toBeGreaterThan(0)
      server.signal('SIGTERM')
      expect(await server.exited).toBe(0)
      expect(server.output.out).toMatch(new RegExp(`"S3 HeadBucket [^"]*${reason}[^"]*"`))
      for (const secret of [settings.S3_SECRET_ACCESS_KEY, settings.S3_ACCESS_KEY_ID, settings.S3_ENDPOINT])
        expect(server.output.out + server.output.err + ready.text).not.toContain(secret ?? '?')
    })
  })
}
