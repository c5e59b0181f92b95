import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportResult } from '@hotvote/shared/operator/bucket'
import type { MediaRestored } from '@hotvote/shared/operator/media-library'
import type { RemovedItem } from '@hotvote/shared/operator/removed-items'
import type { UploadedMedia } from '@hotvote/shared/visitor/uploads'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { allPages, listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { appWithWorker, withWorker } from '../../../test/app/worker.ts'
import { listLookAlikes, newPicture, reportsOn, takedownCases } from '../../../test/make/moderation.ts'
import { noise } from '../../../test/make/pictures.ts'
import { filePart, renditionsMade, storedFile, upload } from '../../../test/make/upload.ts'

const app = await appWithWorker()

type Uploaded = { item: UploadedMedia; by: QuickVisitor; bytes: Buffer }
let names = 0
const newUpload = async (to: TestApp = app, { isRendered = true } = {}): Promise<Uploaded> => {
  const by = await quickVisitor(to)
  const bytes = await (isRendered ? newPicture().png() : newPicture().jpeg()).toBuffer()
  const reply = await upload(to, by, filePart(bytes, `removed-${++names}.png`))
  expect(reply.status, reply.text).toBe(201)
  if (isRendered) await renditionsMade(to)
  return { item: reply.body, by, bytes }
}
const send = async (bytes: Buffer, to: TestApp = app) =>
  upload(to, await quickVisitor(to), filePart(bytes, 'another name.jpg'))
const expectRefused = async (bytes: Buffer, to?: TestApp) => {
  const reply = await send(bytes, to)
  expectError(reply, 451, 'taken_down')
  expect(reply.text).toContain('This was removed by the operator of this site and cannot be uploaded again.')
}
const expectAccepted = async (bytes: Buffer) => {
  const reply = await send(bytes)
  expect(reply.status, reply.text).toBe(201)
  expect(reply.body.isWaiting).toBe(false)
}
const act = async (route: `${string} ${string}`, body?: unknown, to = app) => {
  const reply = await operatorCall(to, route, body)
  expect(reply.status, reply.text).toBeLessThan(300)
}
const remove = ({ item }: Uploaded, to?: TestApp) =>
  act(`DELETE /api/admin/media/${item.id}?neverAgain=true`, undefined, to)
const listed = async (query = '', from = app) =>
  (await operatorCall<RemovedItem[]>(from, `GET /api/admin/removed-items${query}`)).body
const getEntry = async ({ item }: Uploaded) => {
  const entry = (await listed()).find(({ mediaId }) => mediaId === item.id)
  if (!entry) throw new Error(`no entry for item ${item.id}`)
  return entry
}
const getBarEvents = async ({ item }: Uploaded) =>
  (await listAudit(app))
    .filter(({ event, context }) => event.startsWith('REMOVED_ITEM') && context.mediaId === item.id)
    .map(({ event }) => event)

const WAYS: [name: string, removal: (uploaded: Uploaded, neverAgain: boolean) => Promise<void>][] = [
  [
    'in the review queue',
    async ({ item }, neverAgain) => {
      expect((await reportsOn(app).report(await quickVisitor(app), item.id, 'illegal')).status).toBe(204)
      await act(`POST /api/admin/reports/${item.id}`, { decision: 'remove', neverAgain })
    },
  ],
  ['one by one', ({ item }, neverAgain) => act(`DELETE /api/admin/media/${item.id}?neverAgain=${neverAgain}`)],
  ['with others', ({ item }, neverAgain) => act('POST /api/admin/delete-media', { mediaIds: [item.id], neverAgain })],
  [
    'with all that match',
    ({ by }, neverAgain) => act('POST /api/admin/delete-matching-media', { userId: by.id, neverAgain }),
  ],
  [
    'for good',
    async ({ item }, neverAgain) => {
      await act(`DELETE /api/admin/media/${item.id}`)
      await act(`DELETE /api/admin/trash/${item.id}?neverAgain=${neverAgain}`)
    },
  ],
  [
    'with the trash',
    async ({ item }, neverAgain) => {
      await act(`DELETE /api/admin/media/${item.id}`)
      await act(`POST /api/admin/empty-trash?search=${item.originalName}&neverAgain=${neverAgain}`)
    },
  ],
  ['with its account', ({ by }, neverAgain) => act(`DELETE /api/admin/users/${by.id}?neverAgain=${neverAgain}`)],
]

describe('an item that the operator removes for good', () => {
  it.each(WAYS)('is refused as a file and as a picture after a removal %s', async (_name, removal) => {
    const uploaded = await newUpload()
    await removal(uploaded, true)
    await expectRefused(uploaded.bytes)
    await expectRefused(await sharp(uploaded.bytes).webp({ lossless: true }).toBuffer())
    expect(await getBarEvents(uploaded)).toEqual(['REMOVED_ITEM_BARRED'])
  })

  it.each(WAYS)('may be uploaded again after a removal %s that does not bar it', async (_name, removal) => {
    const uploaded = await newUpload()
    await removal(uploaded, false)
    await expectAccepted(uploaded.bytes)
  })

  it('is refused after a removal in the review queue unless the operator allows it', async () => {
    const uploaded = await newUpload()
    await reportsOn(app).report(await quickVisitor(app), uploaded.item.id)
    await act(`POST /api/admin/reports/${uploaded.item.id}`, { decision: 'remove' })
    await expectRefused(uploaded.bytes)
    expect(await getEntry(uploaded)).toMatchObject({ cause: 'reported' })
  })

  it('is matched by smaller copies and crops, which wait for review', async () => {
    const picture = await noise(9, 8, 4711).resize(800, 600, { kernel: 'cubic' }).png().toBuffer()
    const { id } = (await send(picture)).body
    await act(`DELETE /api/admin/media/${id}?neverAgain=true`)
    const copy = () => sharp(picture).jpeg({ quality: 70 })
    const copies = [
      copy().resize(500),
      copy().extract({ left: 24, top: 18, width: 752, height: 564 }),
      copy().extract({ left: 40, top: 0, width: 760, height: 600 }),
    ]
    for (const each of copies) expect((await send(await each.toBuffer())).body.isWaiting).toBe(true)
    expect((await listLookAlikes(app)).at(-1)).toMatchObject({
      isUpheld: true,
      cause: 'deleted',
      trashedId: id,
      takedownId: null,
    })
  })

  it('is refused as its saved original, even before its renditions were made', async () => {
    const site = await testApp()
    const { item } = await newUpload(site, { isRendered: false })
    const original = await storedFile(site, item.url)
    await act(`DELETE /api/admin/media/${item.id}?neverAgain=true`, undefined, site)
    await withWorker(site)
    await expect.poll(async () => (await send(original, site)).status, SOON).toBe(451)
  })

  it('is not published by an import', async () => {
    const uploaded = await newUpload()
    await remove(uploaded)
    await mkdir(join(app.dataDir, 'media/holiday'), { recursive: true })
    const copy = await sharp(uploaded.bytes)
      .withExif({ IFD0: { Artist: 'x' } })
      .png()
      .toBuffer()
    await writeFile(join(app.dataDir, 'media/holiday/again.png'), copy)
    const { body } = await operatorCall<ImportResult>(app, 'POST /api/admin/import-media')
    expect(body.errors).toContainEqual({ key: 'holiday/again.png', reason: 'Removed by the operator' })
  })

  it('is refused after a reset, without keeping personal data', async () => {
    const site = await appWithWorker()
    const uploaded = await newUpload(site)
    await remove(uploaded, site)
    await act('POST /api/admin/reset-database', undefined, site)
    await expectRefused(uploaded.bytes, site)
    const unknown = { mediaId: null, originalName: null, userId: null, username: null, hasTrashedPicture: false }
    expect(await listed('', site)).toMatchObject([{ cause: 'deleted', attempts: 1, ...unknown }])
  })

  it('does not count as a takedown of its owner', async () => {
    const uploaded = await newUpload()
    await remove(uploaded)
    const { body } = await operatorCall<{ takenDownItems: number }>(app, `GET /api/admin/users/${uploaded.by.id}`)
    expect(body.takenDownItems).toBe(0)
  })
})

describe('an owner who deletes an item', () => {
  it('may upload it again', async () => {
    const { item, by, bytes } = await newUpload()
    expect((await call(app, `DELETE /api/media/${item.id}?userId=${by.id}`, { cookie: by.cookie })).status).toBe(204)
    await expectAccepted(bytes)
  })

  it('may upload it again after the account was removed', async () => {
    const { item, by, bytes } = await newUpload()
    expect((await call(app, `DELETE /api/media/${item.id}?userId=${by.id}`, { cookie: by.cookie })).status).toBe(204)
    await act(`DELETE /api/admin/users/${by.id}?neverAgain=true`)
    await expectAccepted(bytes)
  })
})

describe('restoring a removed item', () => {
  it('allows copies of the item again', async () => {
    const uploaded = await newUpload()
    await remove(uploaded)
    await act(`POST /api/admin/trash/${uploaded.item.id}/restore`)
    await expectAccepted(uploaded.bytes)
    expect(await getBarEvents(uploaded)).toEqual(['REMOVED_ITEM_BARRED', 'REMOVED_ITEM_ALLOWED'])
  })

  it('restores two copies that were removed together', async () => {
    const first = await newUpload()
    const second = (await send(first.bytes)).body
    const mediaIds = [first.item.id, second.id]
    await act('POST /api/admin/delete-media', { mediaIds, neverAgain: true })
    const { body } = await operatorCall<MediaRestored>(app, 'POST /api/admin/restore-media', { mediaIds })
    expect(body).toMatchObject({ restored: 2, errors: [] })
    await expectAccepted(first.bytes)
  })
})

describe('the list of removed items', () => {
  it('shows each item with reason, time and number of further attempts', async () => {
    const uploaded = await newUpload()
    await remove(uploaded)
    await expectRefused(uploaded.bytes)
    await expectRefused(uploaded.bytes)
    expect(await getEntry(uploaded)).toEqual({
      id: expect.any(Number),
      cause: 'deleted',
      takedownId: null,
      mediaId: uploaded.item.id,
      originalName: uploaded.item.originalName,
      userId: uploaded.by.id,
      username: uploaded.by.username,
      hasTrashedPicture: true,
      picture: null,
      attempts: 2,
      removedAt: expect.any(String),
    })
  })

  it('shows items of upheld takedown requests with their number', async () => {
    const cases = await takedownCases(app)
    const item = await cases.uploaded(await newPicture().png().toBuffer())
    const takedownId = await cases.takeDown(item)
    expect((await listed('?cause=takedown'))[0]).toMatchObject({ takedownId, mediaId: item.id })
    await cases.decide(takedownId, { status: 'pending' })
    await cases.decide(takedownId, { status: 'rejected' })
    expect((await listed('?cause=takedown')).map(({ mediaId }) => mediaId)).not.toContain(item.id)
  })

  it('finds items by file name', async () => {
    const uploaded = await newUpload()
    await remove(uploaded)
    const found = await listed(`?search=${encodeURIComponent(uploaded.item.originalName)}`)
    expect(found.map(({ mediaId }) => mediaId)).toContain(uploaded.item.id)
    expect(await listed('?search=no-such-name')).toEqual([])
  })

  it('is paged, newest removal first', async () => {
    for (let n = 0; n < 3; n++) await remove(await newUpload())
    const { entries, totals } = await allPages<RemovedItem>(app, '/api/admin/removed-items?limit=2')
    const ids = entries.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(new Set(ids).size).toBe(totals[0])
  })

  it('allows an item again once its entry is reversed', async () => {
    const uploaded = await newUpload()
    await remove(uploaded)
    const { id } = await getEntry(uploaded)
    await act(`DELETE /api/admin/removed-items/${id}`)
    await expectAccepted(uploaded.bytes)
    expect(await getBarEvents(uploaded)).toEqual(['REMOVED_ITEM_BARRED', 'REMOVED_ITEM_ALLOWED'])
    expectError(await operatorCall(app, `DELETE /api/admin/removed-items/${id}`), 404, 'not_found')
  })

  it('reverses the entry of a takedown until its request is upheld again', async () => {
    const cases = await takedownCases(app)
    const bytes = await newPicture().png().toBuffer()
    const takedownId = await cases.takeDown(await cases.uploaded(bytes))
    const [entry] = await listed('?cause=takedown')
    await act(`DELETE /api/admin/removed-items/${entry?.id}`)
    await expectAccepted(bytes)
    await cases.decide(takedownId, { status: 'pending' })
    await cases.decide(takedownId, { status: 'resolved' })
    await cases.expectRefused(bytes)
  })
})
