import { describe, expect, it } from 'vitest'
import { call, quickVisitor } from '../app/call.ts'
import { SOON } from '../app/soon.ts'
import { testApp } from '../app/test-app.ts'
import { appWithWorker } from '../app/worker.ts'
import { openBucket, s3Env } from '../fakes/bucket.ts'
import { afterTrashDays } from '../make/moderation.ts'
import { quarters } from '../make/pictures.ts'
import { countTraces, filePart, listRowKeys, readKey, renditionsMade, upload } from '../make/upload.ts'

const picture = await quarters(64, 48).png().toBuffer()

const bucket = await openBucket()
if (bucket) {
  describe('media in a bucket', () => {
    it('are uploaded, served whole and in parts, rated and deleted', async () => {
      const app = await appWithWorker(s3Env(bucket.settings))
      expect((await call(app, 'GET /readyz')).status).toBe(200)
      const [owner, rater] = [await quickVisitor(app), await quickVisitor(app)]
      const uploaded = await upload(app, owner, filePart(picture))
      expect(uploaded.status, uploaded.text).toBe(201)
      const { id, url } = uploaded.body
      await renditionsMade(app)
      expect(await bucket.keys()).toEqual(await listRowKeys(app))
      expect(await bucket.keys()).toContain(readKey(url))
      expect(await countTraces(app)).toMatchObject({ ready: 1, objects: 0, temporary: 0 })

      const whole = await call(app, `GET ${url}`)
      expect(whole).toMatchObject({ status: 200, headers: { 'content-type': 'image/png', 'accept-ranges': 'bytes' } })
      const etag = whole.headers.etag ?? ''
      expect(etag).toMatch(/^"[^"]+"$/)
      const part = await call(app, `GET ${url}`, { headers: { range: 'bytes=1-3' } })
      expect(part).toMatchObject({ status: 206, text: 'PNG', headers: { etag, 'content-length': '3' } })
      expect((await call(app, `GET ${url}`, { headers: { 'if-none-match': etag } })).status).toBe(304)
      const head = await call(app, `HEAD ${url}`)
      expect(head).toMatchObject({ status: 200, headers: { etag, 'content-length': whole.headers['content-length'] } })

      expect((await rater.next()).body.id).toBe(id)
      expect((await rater.vote(id)).status).toBe(201)
      const deleted = await call(app, `DELETE /api/media/${id}?userId=${owner.id}`, { cookie: owner.cookie })
      expect(deleted.status, deleted.text).toBeLessThan(300)
      expect(await bucket.keys()).toEqual(await listRowKeys(app))
      await expect.poll(async () => (await call(app, `GET ${url}`)).status, SOON).toBe(404)
      await afterTrashDays(app)
      await expect.poll(() => bucket.keys(), SOON).toEqual([])
    })

    it('have addresses at the configured CDN', async () => {
      const app = await testApp({ ...s3Env(bucket.settings), MEDIA_PUBLIC_URL: 'https://cdn.example.test/media/' })
      const owner = await quickVisitor(app)
      const { body } = await upload(app, owner, filePart(picture))
      expect(body.url).toMatch(/^https:\/\/cdn\.example\.test\/media\/\d{4}\/\d{2}\/[a-z0-9]+-original\.png$/)
      expect(await bucket.keys()).toContain(body.url.replace('https://cdn.example.test/media/', ''))
      for (const key of await bucket.keys()) await app.deps.storage.delete(key)
    })
  })
}
