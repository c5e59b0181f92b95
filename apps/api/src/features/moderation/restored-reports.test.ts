import { describe, expect, it } from 'vitest'
import { call, type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'
import { reportsOn } from '../../../test/make/moderation.ts'

const app = await testApp({ TRUST_PROXY: '1' })
const { db } = app.deps
const { fromElsewhere, report, reported, decide, isShown, queued } = reportsOn(app)
const owner = await quickVisitor(app)
const newItem = async () => (await newItems(app, owner.id, 1))[0] ?? 0
const counted = async () => (await operatorCall<{ reports: number }>(app, 'GET /api/admin/queue-count')).body.reports
const deletedByOperator = async (item: number) =>
  expect((await operatorCall(app, `DELETE /api/admin/media/${item}`)).status).toBe(204)
const deletedByOwner = async (item: number, { id, cookie }: QuickVisitor = owner) =>
  expect((await call(app, `DELETE /api/media/${item}?userId=${id}`, { cookie })).status).toBe(204)
const restored = async (item: number) =>
  expect((await operatorCall(app, `POST /api/admin/trash/${item}/restore`)).status).toBe(204)

describe('restoring a reported item from the trash', () => {
  it.each([
    ['the operator', deletedByOperator],
    ['its owner', deletedByOwner],
  ])('keeps the item hidden and in the queue if %s deleted it', async (_who, deleted) => {
    const item = await newItem()
    await reported(item, 3)
    const [before, others] = [await queued(item), (await counted()) - 1]
    expect(before).toMatchObject({ isHidden: true, reasons: [{ reason: 'spam', count: 3 }] })
    await deleted(item)
    expect([await queued(item), await counted()]).toEqual([undefined, others])
    await restored(item)
    expect(await isShown(item)).toBe(false)
    expect([await queued(item), await counted()]).toEqual([before, others + 1])
    const entries = (await listAudit(app)).filter(({ context }) => context.mediaId === item)
    expect(entries.at(-1)).toMatchObject({ event: 'MEDIA_RESTORED', context: { reports: 3 } })
    await expectExactCounts(db)
    expect((await decide(item, 'keep')).status).toBe(200)
    expect(await isShown(item)).toBe(true)
  })

  it('keeps a visible item visible, with reports that still count', async () => {
    const [item, reporter] = [await newItem(), await fromElsewhere()]
    expect((await report(reporter, item)).status).toBe(204)
    const before = await queued(item)
    await deletedByOperator(item)
    await restored(item)
    expect(await isShown(item)).toBe(true)
    expect(await queued(item)).toEqual(before)
    expect((await report(reporter, item)).status).toBe(204)
    await reported(item, 1)
    expect(await isShown(item)).toBe(true)
    await reported(item, 1)
    expect(await isShown(item)).toBe(false)
    expect(await queued(item)).toMatchObject({ reasons: [{ reason: 'spam', count: 3 }] })
  })

  it('keeps the item visible and out of the queue if the operator had kept it', async () => {
    const item = await newItem()
    await reported(item, 3)
    expect((await decide(item, 'keep')).status).toBe(200)
    await deletedByOperator(item)
    await restored(item)
    expect(await isShown(item)).toBe(true)
    expect(await queued(item)).toBeUndefined()
  })
})

it('clears the queue entry when a reported item is erased from the trash', async () => {
  const item = await newItem()
  await reported(item, 3)
  await deletedByOperator(item)
  expect((await operatorCall(app, `DELETE /api/admin/trash/${item}`)).status).toBe(204)
  expect(await queued(item)).toBeUndefined()
  const left = `SELECT (SELECT count(*) FROM reported_media WHERE media_id = $1)
    + (SELECT count(*) FROM reports WHERE media_id = $1 AND settled_at IS NULL)`
  expect(await queryCount(db, left, [item])).toBe(0)
})
