import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImportResult } from '@hotvote/shared/operator/bucket'
import type { Operation } from '@hotvote/shared/operator/operations'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts } from '../../../test/app/database.ts'
import { DUE_IN_AN_HOUR } from '../../../test/app/job-table.ts'
import { listAudit, operatorCall, startAsOperator } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { afterSetback, appWithWorker, operationWhen, withWorker } from '../../../test/app/worker.ts'
import { phoneClip } from '../../../test/make/clips.ts'
import { makePng, quarters, spyPhoto } from '../../../test/make/pictures.ts'
import { countTraces, filePart, paddedPng, renditionsMade, storedFile, upload } from '../../../test/make/upload.ts'

const IMPORT = 'POST /api/admin/import-media'
const runImport = async (app: TestApp) => {
  const reply = await operatorCall<ImportResult>(app, IMPORT)
  expect(reply.status, reply.text).toBe(200)
  await renditionsMade(app)
  return reply.body
}

const drop = async ({ dataDir }: TestApp, files: Record<string, Buffer | string>) => {
  for (const [key, bytes] of Object.entries(files)) {
    const path = join(dataDir, 'media', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
}

const lastCounts = async (app: TestApp) =>
  (await operatorCall<Operation>(app, 'GET /api/admin/operations/import-media')).body.progress.counts

const readRows = (app: TestApp) =>
  app.deps.db.query<Record<string, unknown>>({
    text: `
SELECT m.mime_type AS "mimeType", original_name AS name, original_key AS "originalKey", display_key AS "displayKey",
  thumb_key AS "thumbKey", width, height, u.username AS owner
FROM media m JOIN users u ON u.id = m.owner_id WHERE m.status NOT IN ('trashed', 'deleted') ORDER BY m.id`,
  })

describe('importing media from the bucket', () => {
  it('imports valid files once and skips others with reasons', async () => {
    const app = await appWithWorker()
    const photo = await spyPhoto()
    const files = {
      'holiday/beach.jpg': photo,
      'holiday/Copy of Beach.JPEG': photo,
      'clips/phone.mp4': await phoneClip(),
      'bad/html.jpg': '<html><script>alert(1)</script></html>',
      'bad/evil.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'bad/svg.png': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'bad/bomb.png': makePng(20_000, 20_000, 1),
      'bad/empty.gif': '',
      'bad/large.png': await paddedPng(21 * 1024 * 1024),
    }
    await drop(app, files)
    const result = await runImport(app)
    expect(result).toMatchObject({ imported: 2, skipped: 7, totalFiles: 9 })
    expect(result.message).toBe('Imported 2 media items, skipped 7 files')
    expect(result.errors.map(({ key }) => key).sort()).toEqual([
      'bad/bomb.png',
      'bad/empty.gif',
      'bad/evil.svg',
      'bad/html.jpg',
      'bad/large.png',
      'bad/svg.png',
    ])
    for (const { reason } of result.errors) expect(reason).not.toBe('')
    expect(await lastCounts(app)).toMatchObject({
      'The file is empty': 1,
      'The file is larger than 20 MB': 1,
      'Same content as another item': 1,
      'Only JPEG, PNG, GIF and WebP images and MP4 videos are accepted': 3,
    })
    const rows = await readRows(app)
    expect(rows).toMatchObject([
      { mimeType: 'video/mp4', name: 'phone.mp4', owner: 'Library' },
      { mimeType: 'image/jpeg', name: 'Copy of Beach.JPEG', owner: 'Library', width: 64, height: 48 },
    ])
    expect(await readFile(join(app.dataDir, 'media/holiday/beach.jpg'))).toEqual(photo)
    const served = await storedFile(app, `/media/${rows[1]?.originalKey}`)
    expect((await sharp(served).metadata()).exif).toBeUndefined()
    const before = await countTraces(app)
    expect(await runImport(app)).toMatchObject({ imported: 0 })
    expect(await countTraces(app)).toEqual(before)
    await expectExactCounts(app.deps.db)

    const entries = (await listAudit(app)).map(({ event, context }) => ({ event, ...context }))
    expect(entries.slice(0, 2)).toMatchObject([
      { event: 'MEDIA_IMPORT_REQUEST' },
      { event: 'MEDIA_IMPORT_COMPLETED', imported: 2, skipped: 7, totalFiles: 9 },
    ])
  })

  it('restores after a reset the items whose files exist', async () => {
    const app = await appWithWorker()
    const uploader = await quickVisitor(app)
    await upload(app, uploader, filePart(await quarters(90, 60).png().toBuffer(), 'a.png', 'image/png'))
    await upload(app, uploader, filePart(await phoneClip(), 'b.mp4', 'video/mp4'))
    await drop(app, { 'mine/photo.webp': await quarters(30, 30).webp().toBuffer() })
    expect(await runImport(app)).toMatchObject({ imported: 1 })
    const shown = (rows: Awaited<ReturnType<typeof readRows>>) =>
      rows.map(({ mimeType, width, height }) => `${mimeType} ${width} ${height}`).sort()
    const before = await readRows(app)
    const { objects } = await countTraces(app)

    await operatorCall(app, 'POST /api/admin/reset-database')
    expect(await runImport(app)).toMatchObject({ imported: 3, errors: [] })
    const after = await readRows(app)
    expect(shown(after)).toEqual(shown(before))
    expect(after.map(({ owner }) => owner)).toEqual(['Library', 'Library', 'Library'])
    // Each item gets new files, and the imported files are deleted.
    for (const { originalKey } of before) {
      expect(after.map((row) => row.originalKey)).not.toContain(originalKey)
      await expect.poll(() => app.deps.storage.head(String(originalKey)), SOON).toBeNull()
    }
    await expect.poll(async () => (await countTraces(app)).objects, SOON).toBe(objects)
    expect(await runImport(app)).toMatchObject({ imported: 0, errors: [] })
    const visitor = await quickVisitor(app)
    expect((await visitor.next()).status).toBe(200)
    await expectExactCounts(app.deps.db)
  })

  it('assigns imported items to one user that cannot be deleted', async () => {
    const app = await appWithWorker()
    await drop(app, { 'mine/one.png': await quarters(30, 30).png().toBuffer() })
    expect(await runImport(app)).toMatchObject({ imported: 1 })
    await app.deps.db.query({ text: 'DELETE FROM sessions' })
    const [library] = await app.deps.db.query<{ id: number }>({ text: 'SELECT owner_id AS id FROM media' })
    expectError(await operatorCall(app, `DELETE /api/admin/users/${library?.id}`), 409, 'conflict')
    await drop(app, { 'mine/two.png': await quarters(40, 40).png().toBuffer() })
    expect(await runImport(app)).toMatchObject({ imported: 1 })
    expect((await readRows(app)).map(({ owner }) => owner)).toEqual(['Library', 'Library'])
  })

  it('imports an item whose renditions are missing, but none without its original', async () => {
    const app = await appWithWorker()
    const uploader = await quickVisitor(app)
    const sent = filePart(await quarters(90, 60).jpeg().toBuffer())
    await upload(app, uploader, sent)
    await upload(app, uploader, sent)
    await renditionsMade(app)
    const [whole, broken] = await readRows(app)
    await operatorCall(app, 'POST /api/admin/reset-database')
    await app.deps.storage.delete(String(whole?.thumbKey))
    await app.deps.storage.delete(String(broken?.originalKey))
    const result = await runImport(app)
    expect(result).toMatchObject({ imported: 1, errors: [{ reason: 'The original of this item is missing' }] })
    const [row] = await readRows(app)
    expect((await call(app, `GET /media/${row?.thumbKey}`)).status).toBe(200)
  })

  it('skips deleted items whose files wait for deletion', async () => {
    const app = await testApp()
    const uploader = await quickVisitor(app)
    const { body } = await upload(app, uploader, filePart(await quarters(20, 20).jpeg().toBuffer()))
    const worker = await withWorker(app, {})
    await worker.stop()
    const removed = await call(app, `DELETE /api/media/${body.id}?userId=${uploader.id}`, { cookie: uploader.cookie })
    expect(removed.status).toBe(204)
    await app.deps.db.query({ text: DUE_IN_AN_HOUR })
    await withWorker(app)
    expect(await runImport(app)).toMatchObject({ imported: 0 })
    expect(await readRows(app)).toEqual([])
  })

  it('skips items in the trash', async () => {
    const app = await appWithWorker()
    const uploader = await quickVisitor(app)
    const { body } = await upload(app, uploader, filePart(await quarters(30, 20).jpeg().toBuffer()))
    await renditionsMade(app)
    expect((await operatorCall(app, `DELETE /api/admin/media/${body.id}`)).status).toBe(204)
    const imported = await operatorCall<ImportResult>(app, IMPORT)
    expect(imported.body).toMatchObject({ imported: 0, errors: [] })
    expect(await readRows(app)).toEqual([])
    expect(await lastCounts(app)).toMatchObject({ 'Deleted from the site': expect.any(Number) })
  })

  it('skips items that were deleted before a reset', async () => {
    const app = await appWithWorker()
    await drop(app, { 'Deleted later.JPG': await quarters(40, 20).jpeg().toBuffer() })
    expect(await runImport(app)).toMatchObject({ imported: 1 })
    await operatorCall(app, 'POST /api/admin/reset-database')
    expect(await runImport(app)).toMatchObject({ imported: 1 })
    const [item] = await app.deps.db.query<{ id: number }>({ text: 'SELECT id FROM media' })
    expect((await operatorCall(app, `DELETE /api/admin/media/${item?.id}`)).status).toBe(204)
    expect(await runImport(app)).toMatchObject({ imported: 0, skipped: expect.any(Number), errors: [] })
    expect(await lastCounts(app)).toMatchObject({ 'Deleted from the site': expect.any(Number) })
    await operatorCall(app, 'POST /api/admin/reset-database')
    expect(await runImport(app)).toMatchObject({ imported: 0 })
  })

  it('completes an interrupted copy', async () => {
    const app = await appWithWorker()
    await drop(app, { 'Photo.JPG': await quarters(40, 20).jpeg().toBuffer() })
    expect(await runImport(app)).toMatchObject({ imported: 1 })
    await app.deps.db.query({ text: `UPDATE media SET status = 'pending', position = NULL` })
    expect(await runImport(app)).toMatchObject({ imported: 1 })
    const visible = await app.deps.db.query({ text: 'SELECT status FROM media' })
    expect(visible).toEqual([{ status: 'ready' }])
  })

  it('strips originals under keys of the site and deletes only their old files', async () => {
    const app = await appWithWorker()
    const photo = await spyPhoto({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' } })
    const ours = (n: number) => `2026/01/${String(n).padStart(26, '0')}`
    const files = {
      [`${ours(1)}-original.jpg`]: photo,
      [`${ours(2)}-original.jpg`]: Buffer.concat([await quarters(50, 40).jpeg().toBuffer(), Buffer.from('SPYPHONE')]),
      [`${ours(3)}-original.jpg`]: await quarters(30, 40).jpeg().toBuffer(),
      [`${ours(3)}-original.jpg.bak`]: 'a foreign name among ours',
      [`${ours(3)}-thumb.webp`]: photo,
      [`${ours(4)}-original.HEIC`]: 'not even a key of ours',
    }
    await drop(app, files)
    expect(await runImport(app)).toMatchObject({ imported: 3, skipped: 3, totalFiles: 6 })
    const rows = await readRows(app)
    expect(rows.map(({ width }) => width).sort()).toEqual([30, 50, 64])
    for (const row of rows) {
      for (const key of [row.originalKey, row.displayKey, row.thumbKey])
        expect((await storedFile(app, `/media/${key}`)).includes('SPYPHONE')).toBe(false)
    }
    const isThere = (key: string) =>
      access(join(app.dataDir, 'media', key)).then(
        () => true,
        () => false,
      )
    const left = () => Promise.all(Object.keys(files).map(isThere))
    await expect.poll(left, SOON).toEqual([false, false, false, true, true, true])
    expect(await runImport(app)).toMatchObject({ imported: 0 })
  })

  it('pauses while the disk is nearly full', async () => {
    const app = await appWithWorker({ MIN_FREE_MB: '1000000000' })
    await drop(app, { 'photo.jpg': await quarters(40, 20).jpeg().toBuffer() })
    await startAsOperator(app, IMPORT)
    await operationWhen(app, 'import-media', ({ status, startedAt }) => status === 'queued' && startedAt !== null)
    expect(await readRows(app)).toEqual([])
    app.deps.config.minFree = 0
    await afterSetback(app)
    const ended = await operationWhen(app, 'import-media', ({ endedAt }) => endedAt !== null)
    expect(ended).toMatchObject({ status: 'done', result: { imported: 1 } })
  })
})
