import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer } from '@hotvote/shared/contract'
import type { ImportResult } from '@hotvote/shared/operator/bucket'
import type { userStats } from '@hotvote/shared/visitor/stats'
import type { UploadedMedia } from '@hotvote/shared/visitor/uploads'
import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { appWithWorker, withWorker } from '../../../test/app/worker.ts'
import { listLookAlikes, takedownCases } from '../../../test/make/moderation.ts'
import { noise } from '../../../test/make/pictures.ts'
import { filePart, storedFile, upload } from '../../../test/make/upload.ts'
import { sweepPending } from '../media/uploads.service.ts'

const app = await appWithWorker()
const { owner, uploaded, claimAbout, decide, takeDown, deleteOwn, expectRefused } = await takedownCases(app)

let seed = 0
const twoSizes = async () => {
  const picture = noise(9, 8, ++seed).resize(540, 480, { kernel: 'cubic' })
  const [large, small] = [await picture.png().toBuffer(), await picture.clone().jpeg({ quality: 70 }).toBuffer()]
  return [large, small] as const
}
const waitingUpload = async () => {
  const [large, small] = await twoSizes()
  const takedownId = await takeDown(await uploaded(large))
  const by = await quickVisitor(app)
  return { takedownId, by, bytes: small, item: await uploaded(small, by) }
}
const list = () => listLookAlikes(app)
const answer = (id: number, decision: unknown) => operatorCall(app, `POST /api/admin/look-alikes/${id}`, { decision })
const readStats = async ({ id, cookie }: QuickVisitor) =>
  (await call<Answer<typeof userStats>>(app, `GET /api/users/${id}/stats`, { cookie })).body
const readStatus = async ({ id }: UploadedMedia) => {
  const rows = await app.deps.db.query<{ status: string }>({ text: 'SELECT status FROM media WHERE id = $1' }, [id])
  return rows[0]?.status
}
const eventsAbout = async ({ id }: UploadedMedia) =>
  (await listAudit(app)).filter(({ context }) => context.mediaId === id).map(({ event }) => event)

describe('a look-alike of a taken-down picture', () => {
  it('waits, shown to its uploader, and to the operator beside its match', async () => {
    const { takedownId, by, item } = await waitingUpload()
    expect(item.isWaiting).toBe(true)
    expect(await readStats(by)).toMatchObject({ totalUploads: 1, mediaStats: [{ id: item.id, isWaiting: true }] })
    expectError(await (await quickVisitor(app)).vote(item.id), 404)
    expect(await queryCount(app.deps.db, 'SELECT count(position) FROM media WHERE id = $1', [item.id])).toBe(0)
    await expect.poll(async () => (await list()).at(-1)?.removedPicture, SOON).toMatch(/^data:image\/webp;base64,UklGR/)
    expect((await list()).at(-1)).toMatchObject({
      media: { id: item.id, userId: by.id, username: by.username, takenDownItems: 0 },
      takedownId,
      removedItem: { username: owner.username },
    })
    expect(await eventsAbout(item)).toEqual(['LOOK_ALIKE_HELD'])
    await sweepPending(app.deps, 0)
    expect(await readStatus(item)).toBe('waiting')
    await expectExactCounts(app.deps.db)
  })

  it('remains one item when its upload is repeated', async () => {
    const [large, small] = await twoSizes()
    await takeDown(await uploaded(large))
    const sender = { ...owner, headers: { 'idempotency-key': `again-${seed}` } }
    const [first, second] = [await upload(app, sender, filePart(small)), await upload(app, sender, filePart(small))]
    expect(second.body).toEqual(first.body)
    expect(first.body.isWaiting).toBe(true)
  })

  it('waits when it is imported from the bucket', async () => {
    const [large, small] = await twoSizes()
    await takeDown(await uploaded(large))
    await mkdir(join(app.dataDir, 'media/holiday'), { recursive: true })
    await writeFile(join(app.dataDir, 'media/holiday/small.jpg'), small)
    const runImport = async () => (await operatorCall<ImportResult>(app, 'POST /api/admin/import-media')).body
    expect(await runImport()).toMatchObject({ imported: 0 })
    expect((await list()).at(-1)?.media).toMatchObject({ originalName: 'small.jpg', username: 'Library' })
    const waiting = (await list()).length
    await runImport()
    expect((await list()).length).toBe(waiting)
  })

  it('is published when the request was rejected or no picture matches', async () => {
    const [large, small] = await twoSizes()
    const id = await takeDown(await uploaded(large))
    await decide(id, { status: 'pending' })
    expect((await uploaded(small)).isWaiting).toBe(true)
    await decide(id, { status: 'rejected' })
    expect((await uploaded(small)).isWaiting).toBe(false)
    expect((await uploaded((await twoSizes())[0])).isWaiting).toBe(false)
  })

  it('is refused by its original after a removal before renditions were made', async () => {
    const young = await testApp()
    const cases = await takedownCases(young)
    const [large, small] = await twoSizes()
    await cases.takeDown((await upload(young, cases.owner, filePart(large))).body)
    const { body } = await upload(young, cases.owner, filePart(small))
    expect(body.isWaiting).toBe(true)
    const original = await storedFile(young, body.url)
    const removed = await operatorCall(young, `POST /api/admin/look-alikes/${body.id}`, { decision: 'remove' })
    expect(removed.status, removed.text).toBeLessThan(300)
    await withWorker(young)
    await cases.untilErased()
    await cases.expectRefused(original)
  })
})

describe('the decision about a look-alike', () => {
  it('publishes the item', async () => {
    const { by, item } = await waitingUpload()
    expect((await answer(item.id, 'publish')).status).toBe(204)
    expect(await readStats(by)).toMatchObject({ totalUploads: 1, mediaStats: [{ id: item.id, isWaiting: false }] })
    expect((await (await quickVisitor(app)).vote(item.id)).status).toBe(201)
    expect((await list()).map(({ media }) => media.id)).not.toContain(item.id)
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM look_alikes WHERE media_id = $1', [item.id])).toBe(0)
    expect(await eventsAbout(item)).toEqual(['LOOK_ALIKE_HELD', 'LOOK_ALIKE_PUBLISHED'])
    for (const decision of ['publish', 'remove']) expectError(await answer(item.id, decision), 409, 'conflict')
    expect(await queryCount(app.deps.db, 'SELECT uploads FROM users WHERE id = $1', [by.id])).toBe(1)
    await expectExactCounts(app.deps.db)
  })

  it('takes the item down under the request of its match', async () => {
    const { takedownId, by, bytes, item } = await waitingUpload()
    expect((await answer(item.id, 'remove')).status).toBe(204)
    expect(await readStats(by)).toMatchObject({ totalUploads: 0, mediaStats: [] })
    expect(await eventsAbout(item)).toEqual([
      'LOOK_ALIKE_HELD',
      'ADMIN_DELETE_REQUEST',
      'ADMIN_DELETE_COMPLETED',
      'LOOK_ALIKE_REMOVED',
    ])
    await expectRefused(bytes)
    const users = await operatorCall<{ takenDownItems: number }[]>(app, `GET /api/admin/users?search=${by.username}`)
    expect(users.body).toMatchObject([{ takenDownItems: 1 }])
    expectError(await answer(item.id, 'remove'), 404, 'not_found')
    expect(await queryCount(app.deps.db, 'SELECT uploads FROM users WHERE id = $1', [by.id])).toBe(0)
    await decide(takedownId, { status: 'pending' })
    await decide(takedownId, { status: 'rejected' })
    expect((await uploaded(bytes)).isWaiting).toBe(false)
  })

  it('removes only the item when the request of its match was rejected since', async () => {
    const { takedownId, by, bytes, item } = await waitingUpload()
    const getShown = async () => (await list()).find(({ media }) => media.id === item.id)
    await decide(takedownId, { status: 'pending' })
    expect(await getShown()).toMatchObject({ takedownId, isUpheld: true })
    await decide(takedownId, { status: 'rejected' })
    expect(await getShown()).toMatchObject({ takedownId, isUpheld: false })
    expect((await answer(item.id, 'remove')).status).toBe(204)
    const users = await operatorCall<{ takenDownItems: number }[]>(app, `GET /api/admin/users?search=${by.username}`)
    expect(users.body).toMatchObject([{ takenDownItems: 0 }])
    expect((await uploaded(bytes, by)).isWaiting).toBe(false)
    await decide(takedownId, { status: 'pending' })
    await decide(takedownId, { status: 'resolved' })
    await expectRefused(bytes)
  })

  it('is made once by simultaneous calls', async () => {
    const { item } = await waitingUpload()
    const replies = await Promise.all(['publish', 'remove', 'publish', 'remove'].map((each) => answer(item.id, each)))
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
    for (const { status } of replies) expect([204, 404, 409]).toContain(status)
    expect(await eventsAbout(item)).toHaveLength((await readStatus(item)) === 'ready' ? 2 : 4)
    await expectExactCounts(app.deps.db)
  })

  it('cannot publish an item whose picture was itself taken down since', async () => {
    const [large, small] = await twoSizes()
    const before = await uploaded(small)
    await takeDown(await uploaded(large))
    const late = await uploaded(small)
    await takeDown(before)
    expectError(await answer(late.id, 'publish'), 409, 'conflict')
    expect((await answer(late.id, 'remove')).status).toBe(204)
  })

  it('requires the operator, a waiting upload and a known answer', async () => {
    const { item } = await waitingUpload()
    expectError(await call(app, `POST /api/admin/look-alikes/${item.id}`, { body: { decision: 'publish' } }), 401)
    for (const decision of [undefined, 'maybe', 1]) expectError(await answer(item.id, decision), 400)
    expectError(await answer(999_999, 'publish'), 404, 'not_found')
    const shown = await uploaded((await twoSizes())[0])
    expectError(await answer(shown.id, 'remove'), 409, 'conflict')
    await deleteOwn(shown)
    await claimAbout(item)
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM takedown_items WHERE media_id = $1', [item.id])).toBe(0)
  })
})
