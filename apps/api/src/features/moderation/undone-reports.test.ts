import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor, readCookie } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'
import { reportsOn } from '../../../test/make/moderation.ts'

const app = await testApp({ TRUST_PROXY: '1' })
const { db } = app.deps
const owner = await quickVisitor(app)
const newItem = async () => (await newItems(app, owner.id, 1))[0] ?? 0
const { fromElsewhere, report, reported, decide, isShown, queued } = reportsOn(app)

const undo = ({ id, cookie }: Pick<QuickVisitor, 'id' | 'cookie'>, item: number) =>
  call(app, `DELETE /api/media/${item}/report?userId=${id}`, { cookie })
const age = (item: number) =>
  db.query({ text: `UPDATE reports SET created_at = created_at - interval '31 seconds' WHERE media_id = $1` }, [item])

describe('a withdrawn report', () => {
  it('leaves the review queue and can be repeated', async () => {
    const [visitor, item] = [await fromElsewhere(), await newItem()]
    await report(visitor, item, 'illegal')
    expect((await undo(visitor, item)).status).toBe(204)
    expect(await queued(item)).toBeUndefined()
    expect(await queryCount(db, 'SELECT count(*) FROM reported_media WHERE media_id = $1', [item])).toBe(0)
    const events = (await listAudit(app)).filter(({ context }) => context.mediaId === item).map(({ event }) => event)
    expect(events).toEqual(['MEDIA_REPORTED', 'MEDIA_REPORT_UNDONE'])
    await report(visitor, item)
    expect(await queued(item)).toMatchObject({ reasons: [{ reason: 'spam', count: 1 }] })
  })

  it('shows the item that it helped to hide', async () => {
    const [visitor, item] = [await fromElsewhere(), await newItem()]
    await reported(item, 2)
    await report(visitor, item)
    expect(await isShown(item)).toBe(false)
    expect((await undo(visitor, item)).status).toBe(204)
    expect(await isShown(item)).toBe(true)
    expect(await queued(item)).toMatchObject({ isHidden: false, reasons: [{ count: 2 }] })
    await expectExactCounts(db)
  })

  it('leaves the item hidden when enough other visitors reported it', async () => {
    const [visitor, item] = [await fromElsewhere(), await newItem()]
    await report(visitor, item, 'illegal')
    await reported(item, 2)
    await operatorCall(app, 'POST /api/admin/report-config', { hideAfter: 2 })
    expect((await undo(visitor, item)).status).toBe(204)
    await operatorCall(app, 'POST /api/admin/report-config', { hideAfter: 3 })
    expect(await isShown(item)).toBe(false)
    expect(await queued(item)).toMatchObject({ isHidden: true, isUrgent: false })
  })

  it('takes the due time of the first remaining report', async () => {
    const [visitor, item] = [await fromElsewhere(), await newItem()]
    await report(visitor, item)
    const first = await queued(item)
    await reported(item, 1)
    await undo(visitor, item)
    expect(Date.parse((await queued(item))?.openedAt ?? '')).toBeGreaterThan(Date.parse(first?.openedAt ?? ''))
  })

  it('removes the item from the cookie of reported items', async () => {
    const visitor = await fromElsewhere()
    const [one, two] = [await newItem(), await newItem()]
    const first = `${visitor.cookie}; ${readCookie(await report(visitor, one))}`
    const cookie = `${visitor.cookie}; ${readCookie(await report({ ...visitor, cookie: first }, two))}`
    const undone = await undo({ ...visitor, cookie }, two)
    expect(String(undone.headers['set-cookie'])).toMatch(new RegExp(`^hv_reported=${one.toString(36)};`))
  })
})

describe('withdrawing a report', () => {
  it('is refused once the operator decided or the item was deleted', async () => {
    const visitor = await fromElsewhere()
    for (const decision of ['keep', 'remove']) {
      const item = await newItem()
      await report(visitor, item)
      await decide(item, decision)
      expectError(await undo(visitor, item), 409, 'conflict')
    }
    const item = await newItem()
    await report(visitor, item)
    await operatorCall(app, `DELETE /api/admin/media/${item}`)
    expectError(await undo(visitor, item), 409, 'conflict')
  })

  it('is refused after half a minute', async () => {
    const [visitor, item] = [await fromElsewhere(), await newItem()]
    await report(visitor, item)
    await age(item)
    expectError(await undo(visitor, item), 409, 'too_late')
    expect(await queued(item)).toBeDefined()
  })

  it('is refused to another visitor and for an unknown report', async () => {
    const [visitor, other, item] = [await fromElsewhere(), await fromElsewhere(), await newItem()]
    await report(visitor, item)
    expectError(await undo({ id: visitor.id, cookie: other.cookie }, item), 403, 'not_yours')
    expectError(await undo(other, item), 404, 'not_found')
    expectError(await undo({ ...visitor, cookie: '' }, item), 401, 'no_session')
  })
})
