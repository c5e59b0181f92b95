import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import type { ImportResult } from '@hotvote/shared/bucket'
import type { Operation } from '@hotvote/shared/operations'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { openBucket, s3Env } from '../bucket.ts'
import { call, quickVisitor } from '../call.ts'
import { phoneClip } from '../clips.ts'
import { expectExactCounts } from '../counts.ts'
import { operatorCall } from '../operator.ts'
import { animation, pngOf, quarters, spyPhoto } from '../pictures.ts'
import { describeRealMedia, REAL_MEDIA, realMediaIn } from '../real-media.ts'
import { renditionsMade } from '../renditions.ts'
import { SOON } from '../soon.ts'
import type { TestApp } from '../test-app.ts'
import { filePart, paddedPng, upload } from '../upload.ts'
import { appWithWorker } from '../worker.ts'

const runImport = async (app: TestApp) => {
  const reply = await operatorCall<ImportResult>(app, 'POST /api/admin/import-media')
  expect(reply.status, reply.text).toBe(200)
  await renditionsMade(app)
  return reply.body
}
const keysOf = async ({ deps }: TestApp) => {
  const rows = await deps.db.query<{ keys: string }>({
    text: 'SELECT concat_ws(chr(32), original_key, display_key, thumb_key, medium_key, small_key) AS keys FROM media',
  })
  return rows.map(({ keys }) => keys).sort()
}

it('an import lists the store twice, to count and to read it, and not again for each file', async () => {
  const app = await appWithWorker()
  const folder = join(app.dataDir, 'media', 'holiday')
  mkdirSync(folder, { recursive: true })
  for (const width of [20, 21, 22])
    writeFileSync(join(folder, `${width}.png`), await quarters(width, 20).png().toBuffer())
  const { list } = app.deps.storage
  let lists = 0
  app.deps.storage.list = (query) => {
    lists++
    return list(query)
  }
  expect(await runImport(app)).toMatchObject({ imported: 3 })
  expect(lists).toBe(2)
})

it('an import says of files of an item that is gone that they are deleted, also before they are', async () => {
  const app = await appWithWorker()
  await upload(app, await quickVisitor(app), filePart(await quarters(90, 60).png().toBuffer()))
  await renditionsMade(app)
  // As it is while its votes are erased, and its files wait for a backup, say.
  await app.deps.db.query({ text: `UPDATE media SET status = 'deleted', position = NULL` })
  const { skipped } = await runImport(app)
  const { body } = await operatorCall<Operation>(app, 'GET /api/admin/operations/import-media')
  expect(body.progress.counts).toEqual({ imported: 0, skipped, 'Deleted from the site': skipped })
})

describeRealMedia('importing real media', () => {
  it('takes all good ones without metadata, refuses the bad ones, and brings the same back after a reset', async () => {
    const app = await appWithWorker()
    const good = ['photos', 'gps', 'orientation', 'videos'].flatMap(realMediaIn)
    const bad = realMediaIn('bad')
    cpSync(REAL_MEDIA, join(app.dataDir, 'media', 'From Camera'), { recursive: true })
    const result = await runImport(app)
    expect(result.imported).toBe(good.length)
    const refused = ['README.md', ...bad].map((name) => `From Camera/${name}`)
    expect(result.errors.map(({ key }) => key).sort()).toEqual(refused.sort())
    const before = await keysOf(app)
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
    it('takes good files of any name, skips the others with reasons, and finds nothing new the second time', async () => {
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
        'bad/Bomb.png': pngOf(20_000, 20_000, 1),
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
      for (const keys of await keysOf(app))
        for (const key of keys.split(' ')) expect((await call(app, `GET /media/${key}`)).status).toBe(200)
      expect(await runImport(app)).toMatchObject({ imported: 0 })

      const keysBefore = new Set((await keysOf(app)).flatMap((keys) => keys.split(' ')))
      await operatorCall(app, 'POST /api/admin/reset-database')
      expect(await runImport(app)).toMatchObject({ imported: 4 })
      const oldKeys = async () => (await bucket.keys()).filter((key) => keysBefore.has(key))
      await expect.poll(oldKeys, SOON).toEqual([])
      await expectExactCounts(app.deps.db)
    }, 120_000)
  })
}
