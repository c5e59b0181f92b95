import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor, readCookie } from '../../../test/app/call.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'

const app = await testApp()
const { db } = app.deps
const owner = await quickVisitor(app)
const newItem = async () => (await newItems(app, owner.id, 1))[0] ?? 0
const report = ({ id, cookie }: QuickVisitor, item: number) =>
  call(app, `POST /api/media/${item}/report`, { cookie, body: { userId: id, reason: 'spam' } })

describe('the cookie of a report', () => {
  it("excludes the item from the visitor's next items, even without scripts", async () => {
    const [visitor, item] = [await quickVisitor(app), await newItem()]
    const others = await db.query<{ id: number }>({ text: 'SELECT id FROM media WHERE id <> $1' }, [item])
    for (const { id } of others) await visitor.vote(id)
    expect((await visitor.next()).body.id).toBe(item)
    const answer = await report(visitor, item)
    const cookie = `${visitor.cookie}; ${readCookie(answer)}`
    expectError(await call(app, `GET /api/media/random/${visitor.id}`, { cookie }), 404, 'none_left')
    const newer = await newItem()
    expect((await call<{ id: number }>(app, `GET /api/media/random/${visitor.id}`, { cookie })).body.id).toBe(newer)
    const garbled = `${visitor.cookie}; hv_reported=...zz_z.%00.${'z'.repeat(30)}`
    expect((await call(app, `GET /api/media/random/${visitor.id}`, { cookie: garbled })).status).toBe(200)
  })

  it('is cleared for the next visitor of the browser after a reset', async () => {
    const own = await testApp()
    const [by, visitor] = [await quickVisitor(own), await quickVisitor(own)]
    const [item = 0] = await newItems(own, by.id, 1)
    const [body, { cookie }] = [{ userId: visitor.id, reason: 'spam' }, visitor]
    const reported = readCookie(await call(own, `POST /api/media/${item}/report`, { cookie, body }))
    const openAgain = () =>
      call<{ id: number }>(own, 'POST /api/session', {
        cookie: `${cookie}; ${reported}`,
        body: { sessionId: visitor.sessionId, username: '' },
      })
    const cleared = /hv_reported=;.*Expires=Thu, 01 Jan 1970/
    expect((await openAgain()).headers['set-cookie']?.join()).not.toMatch(cleared)
    await own.deps.db.query({ text: 'DELETE FROM sessions WHERE user_id = $1' }, [visitor.id])
    expect((await openAgain()).headers['set-cookie']?.join()).toMatch(cleared)
  })
})
