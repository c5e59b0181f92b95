import { PutObjectCommand } from '@aws-sdk/client-s3'
import type { Answer } from '@hotvote/shared/contract'
import type { BucketDeletion, DuplicateResult, listBucketFiles, OrphanReport } from '@hotvote/shared/operator/bucket'
import type { Operation } from '@hotvote/shared/operator/operations'
import { describe, expect, it } from 'vitest'
import { expectError, quickVisitor, type Reply } from '../../../test/app/call.ts'
import { DUE_NOW } from '../../../test/app/job-table.ts'
import { operatorCall, startAsOperator } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { afterSetback, appWithWorker, operationWhen } from '../../../test/app/worker.ts'
import { openBucket, openFaultyStore, s3Env } from '../../../test/fakes/bucket.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { filePart, renditionsMade, upload } from '../../../test/make/upload.ts'

const DELETE = 'POST /api/admin/delete-bucket-files'

const bucket = await openBucket()
if (bucket) {
  describe('the bucket screen with a real bucket', () => {
    it('lists, compares and deletes, and retries failed deletions later', async () => {
      const store = await openFaultyStore(bucket.settings)
      const app = await appWithWorker(s3Env(store.settings))
      const visitor = await quickVisitor(app)
      const picture = filePart(await quarters(64, 48).jpeg().toBuffer(), 'same.jpg')
      for (const _ of [1, 2]) expect((await upload(app, visitor, picture)).status).toBe(201)
      await renditionsMade(app)
      const list = await operatorCall<Answer<typeof listBucketFiles>>(app, 'GET /api/admin/list-bucket-files?limit=4')
      expect(list.body).toMatchObject({ provider: 's3' })
      expect(list.body.files).toHaveLength(4)
      expect(list.headers.link).toContain('rel="next"')
      const { body: found } = await operatorCall<DuplicateResult>(app, 'GET /api/admin/find-duplicates')
      expect(found).toMatchObject({ provider: 's3', totalFiles: 8, totalDuplicateFiles: 2 })
      const { body: report } = await operatorCall<OrphanReport>(app, 'GET /api/admin/orphans')
      expect(report).toMatchObject({ orphans: { count: 0 }, brokenItems: { count: 0 } })

      await app.deps.db.query({ text: 'UPDATE users SET uploads = 0' })
      await app.deps.db.query({ text: 'DELETE FROM media' })
      const filenames = await bucket.keys()
      await store.down()
      expectError(await operatorCall(app, DELETE, { filenames }), 503, 'unavailable')
      await store.up()
      expect(await bucket.keys()).toHaveLength(8)
      store.fail({ method: 'DELETE', how: 'error', times: 99 })
      const { body } = await operatorCall<BucketDeletion>(app, DELETE, { filenames })
      expect(body).toMatchObject({ deleted: 8, errors: [] })
      store.work()
      const again = DUE_NOW
      const keys = () => app.deps.db.query({ text: again }).then(bucket.keys)
      await expect.poll(keys, SOON).toEqual([])
    })

    it('imports everything although the store fails for longer than a call waits', async () => {
      const store = await openFaultyStore(bucket.settings)
      const app = await appWithWorker(s3Env(store.settings))
      for (const n of [1, 2, 3]) {
        const Body = await quarters(20 + n, 20)
          .jpeg()
          .toBuffer()
        await bucket.client.send(new PutObjectCommand({ Bucket: bucket.settings.bucket, Key: `Photo ${n}.jpg`, Body }))
      }
      store.fail({ method: 'PUT', how: 'error', times: 99 })
      expect((await startAsOperator(app, 'POST /api/admin/import-media')).status).toBe(202)
      const waiting = ({ status, startedAt }: Operation) => status !== 'running' && startedAt !== null
      expect(await operationWhen(app, 'import-media', waiting)).toMatchObject({ status: 'queued', error: null })
      store.work()
      await afterSetback(app)
      const isOver = ({ endedAt }: Operation) => endedAt !== null
      expect(await operationWhen(app, 'import-media', isOver)).toMatchObject({
        status: 'done',
        result: { imported: 3, errors: [] },
      })
    })

    it('lists files behind foreign files of any name', async () => {
      const app = await testApp(s3Env(bucket.settings))
      const longest = `o/m${'写'.repeat(70)}/${'é'.repeat(100)}/${'x'.repeat(200)}/${'&?=+% "'.repeat(29)}/`.padEnd(
        784,
        'y',
      )
      expect(Buffer.byteLength(longest)).toBe(1024)
      for (const Key of ['o/a.jpg', longest, 'o/z.jpg'])
        await bucket.client.send(new PutObjectCommand({ Bucket: bucket.settings.bucket, Key, Body: 'x' }))
      const keys: string[] = []
      let next: string | undefined = '/api/admin/list-bucket-files?prefix=o/&limit=1'
      while (next) {
        const page: Reply<Answer<typeof listBucketFiles>> = await operatorCall(app, `GET ${next}`)
        expect(page.status, page.text).toBe(200)
        keys.push(...page.body.files.map(({ key }) => key))
        next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
      }
      expect(keys).toEqual(['o/a.jpg', 'o/z.jpg'])
    })
  })
}
