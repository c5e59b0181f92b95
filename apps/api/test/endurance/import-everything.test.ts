import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import type { ImportResult } from '@hotvote/shared/operator/bucket'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { call } from '../app/call.ts'
import { expectExactCounts } from '../app/database.ts'
import { operatorCall } from '../app/operator.ts'
import { SOON } from '../app/soon.ts'
import type { TestApp } from '../app/test-app.ts'
import { appWithWorker } from '../app/worker.ts'
import { openBucket, s3Env } from '../fakes/bucket.ts'
import { phoneClip } from '../make/clips.ts'
import { animation, makePng, quarters, spyPhoto } from '../make/pictures.ts'
import { describeRealMedia, paddedPng, REAL_MEDIA, realMediaIn, renditionsMade } from '../make/upload.ts'

const runImport = async (app: TestApp) => {
  const reply = await operatorCall<ImportResult>(app, 'POST /api/admin/import-media')
  expect(reply.status, reply.text).toBe(200)
  await renditionsMade(app)
  return reply.body
}
const listKeys = async ({ deps }: TestApp) => {
  const rows = await deps.db.query<{ keys: string }>({
    text: 'SELECT concat_ws(chr(32), original_key, display_key, thumb_key, medium_key, small_key, share_key) AS keys FROM media',
  })
  return rows.map(({ keys }) => keys).sort()
}

describeRealMedia('importing real media', () => {
  it('imports all valid files without metadata, even after a reset', async () => {
    const app = await appWithWorker()
    const good = ['photos', 'gps', 'orientation', 'videos'].flatMap(realMediaIn)
    const bad = realMediaIn('bad')
    cpSync(REAL_MEDIA, join(app.dataDir, 'media', 'From Camera'), { recursive: true })
    const result = await runImport(app)
    expect(result.imported).toBe(good.length)
    const refused = ['README.md', ...bad].map((name) => `From Camera/${name}`)
    expect(result.errors.map(({ key }) => key).sort()).toEqual(refused.sort())
    const before = await listKeys(app)
    for (const keys of before) {
      for (const key of keys.split(' ').filter((key) => !key.endsWith('.mp4'))) {
        const { exif, xmp, iptc, icc, orientation } = await sharp(join(app.dataDir, 'media', key)).metadata()
        expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
      }
    }
    expect(await runImport(app)).toMatchObject({ imported: 0 })
    await operatorCall(app, 'POST /api/admin/reset-database')
    expect(await runImport(app)).toMatchObject({ imported: good.length })
    expect(await runImport(app)).toMatchObject({ imported: 0 })
    await expectExactCounts(app.deps.db)
  }, 180_000)
})

const bucket = await openBucket()
if (bucket) {
  describe('importing media from a bucket of a real S3 server', () => {
    it('imports valid files of any name once and skips others with a reason', async () => {
      const app = await appWithWorker(s3Env(bucket.settings))
      const photo = await spyPhoto()
      const files = {
        'IMG_1.JPG': photo,
        'holiday/Photo 1 + ä%41.jpeg': await quarters(40, 30).jpeg().toBuffer(),
        'holiday/copy.jpeg': photo,
        'holiday/': '',
        'Clip.MP4': await phoneClip(),
        'Moves.gif': await animation('gif', 4),
        'bad/../evil.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'bad/html.jpg': '<html><script>alert(1)</script></html>',
        'bad/Bomb.png': makePng(20_000, 20_000, 1),
        'bad/Large.png': await paddedPng(20 * 1024 * 1024 + 1),
        'bad/\u0001\n.jpg': 'x',
      }
      const { client, settings } = bucket
      for (const [Key, Body] of Object.entries(files))
        await client.send(new PutObjectCommand({ Bucket: settings.bucket, Key, Body: Buffer.from(Body) }))
      const result = await runImport(app)
      expect(result).toMatchObject({ imported: 4, skipped: 7, totalFiles: 11 })
      expect(result.errors.map(({ key }) => key).sort()).toEqual([
        'bad/../evil.svg',
        'bad/Bomb.png',
        'bad/Large.png',
        'bad/html.jpg',
        'bad/\ufffd\ufffd.jpg',
        'holiday/',
      ])
      expect(await bucket.keys()).toEqual(expect.arrayContaining(Object.keys(files)))
      for (const keys of await listKeys(app))
        for (const key of keys.split(' ')) expect((await call(app, `GET /media/${key}`)).status).toBe(200)
      expect(await runImport(app)).toMatchObject({ imported: 0 })

      const keysBefore = new Set((await listKeys(app)).flatMap((keys) => keys.split(' ')))
      await operatorCall(app, 'POST /api/admin/reset-database')
      expect(await runImport(app)).toMatchObject({ imported: 4 })
      const oldKeys = async () => (await bucket.keys()).filter((key) => keysBefore.has(key))
      await expect.poll(oldKeys, SOON).toEqual([])
      await expectExactCounts(app.deps.db)
    }, 120_000)
  })
}
