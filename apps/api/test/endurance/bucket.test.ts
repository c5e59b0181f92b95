import { describe, expect, it } from 'vitest'
import { openS3Storage } from '../../src/platform/storage/s3.ts'
import { call, expectError, quickVisitor } from '../app/call.ts'
import { queryCount } from '../app/database.ts'
import { DUE_NOW, JOBS } from '../app/job-table.ts'
import { SOON } from '../app/soon.ts'
import { type TestApp, testApp } from '../app/test-app.ts'
import { appWithWorker } from '../app/worker.ts'
import { openBucket, openFaultyStore, s3Env } from '../fakes/bucket.ts'
import { afterTrashDays } from '../make/moderation.ts'
import { quarters } from '../make/pictures.ts'
import { countTraces, filePart, listRowKeys, readKey, renditionsMade, upload } from '../make/upload.ts'

const picture = await quarters(64, 48).png().toBuffer()
const nothingHalf = { ready: 0, objects: 0, temporary: 0 }

const bucket = await openBucket()
if (bucket) {
  /** Skips the retry delay. */
  const keysWhenRetried = async ({ deps }: TestApp) => {
    await deps.db.query({ text: DUE_NOW })
    return bucket.keys()
  }

  describe('a failing bucket', () => {
    it('causes the refusal of uploads only and delays deletions', async () => {
      const store = await openFaultyStore(bucket.settings)
      const app = await appWithWorker(s3Env(store.settings))
      const [owner, rater] = [await quickVisitor(app), await quickVisitor(app)]
      const [first, second] = [await upload(app, owner, filePart(picture)), await upload(app, owner, filePart(picture))]
      expect([first.status, second.status]).toEqual([201, 201])
      await renditionsMade(app)
      expect(await bucket.keys()).toHaveLength((await listRowKeys(app)).length)

      await store.down()
      expectError(await upload(app, owner, filePart(picture)), 503, 'unavailable')
      expect(await countTraces(app)).toMatchObject({ ready: 2, temporary: 0 })
      expectError(await call(app, `GET ${first.body.url}`), 503, 'unavailable')
      expect((await rater.vote(first.body.id)).status).toBe(201)
      // A shared store must not take all processes out of the load balancer.
      const ready = () => call(app, 'GET /readyz').then(({ status, body }) => ({ status, body }))
      await expect.poll(ready, SOON).toEqual({ status: 200, body: { status: 'degraded', failed: ['storage'] } })
      expect((await call(app, 'GET /healthz')).status).toBe(200)
      const route = `DELETE /api/media/${second.body.id}?userId=${owner.id}` as const
      expect((await call(app, route, { cookie: owner.cookie })).status).toBeLessThan(300)
      expect((await rater.next([first.body.id])).body.id).not.toBe(second.body.id)
      expect(await bucket.keys()).toContain(readKey(second.body.url))

      await store.up()
      const remaining = (await listRowKeys(app)).filter((key) =>
        key.startsWith(readKey(first.body.url).split('-')[0] ?? '?'),
      )
      await afterTrashDays(app)
      await expect.poll(() => keysWhenRetried(app), SOON).toEqual(remaining)
      await expect.poll(ready, SOON).toEqual({ status: 200, body: { status: 'ok', failed: [] } })
      expect((await call(app, `GET ${first.body.url}`)).status).toBe(200)
      for (const key of remaining) await app.deps.storage.delete(key)
    })

    it.each([
      ['answers each PUT with a 500', 'error'],
      ['breaks each PUT in the middle', 'cut request'],
      ['never answers', 'stall'],
    ] as const)('causes 503 and leaves no file when it %s', async (_how, how) => {
      const store = await openFaultyStore(bucket.settings)
      const app = await testApp(s3Env(store.settings))
      const owner = await quickVisitor(app)
      store.fail({ method: how === 'stall' ? '*' : 'PUT', how, times: 99 })
      const { storage } = app.deps
      // The store never answers, so use short client timeouts.
      if (how === 'stall') app.deps.storage = openS3Storage(store.settings, { put: 400, answer: 200, idle: 200 })
      expectError(await upload(app, owner, filePart(picture)), 503, 'unavailable')
      app.deps.storage = storage
      store.work()
      expect(await countTraces(app)).toMatchObject(nothingHalf)
      expect(await bucket.keys()).toEqual([])
      expect((await upload(app, owner, filePart(picture))).status).toBe(201)
      for (const key of await bucket.keys()) await app.deps.storage.delete(key)
    })

    it('keeps no file that was stored after its upload was repeated', async () => {
      const store = await openFaultyStore(bucket.settings)
      const app = await appWithWorker(s3Env(store.settings))
      const owner = { ...(await quickVisitor(app)), headers: { 'idempotency-key': 'again' } }
      store.fail({ method: 'PUT', how: 'late', times: 99 })
      expectError(await upload(app, owner, filePart(picture)), 503, 'unavailable')
      store.work()
      expect((await upload(app, owner, filePart(picture))).status).toBe(201)
      await renditionsMade(app)
      const due = `SELECT count(*) FROM ${JOBS} WHERE due_at <= now()`
      await expect.poll(() => queryCount(app.deps.db, due), SOON).toBe(0)
      const keys = await listRowKeys(app)
      await store.catchUp()
      expect((await bucket.keys()).length).toBeGreaterThan(keys.length)
      // Runs the second deletion of the files now, instead of an hour after the upload.
      await expect.poll(() => keysWhenRetried(app), SOON).toEqual(keys)
      for (const key of keys) await app.deps.storage.delete(key)
    })
  })
}
