import type { Answer } from '@hotvote/shared/contract'
import type { userStats } from '@hotvote/shared/visitor/stats'
import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor, visitorFrom } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { withWorker } from '../../../test/app/worker.ts'
import { appWithMail, askToSave, newAddress, pressButton, saveAs, tokenTo } from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'
import { reportsOn } from '../../../test/make/moderation.ts'
import { broken, usedSite } from '../../../test/make/used-site.ts'

const site = await appWithMail({ TRUST_PROXY: '1' })
const { app } = site
const { db } = app.deps
await withWorker(app)
const owner = await quickVisitor(app)
const newItem = async (by = owner) => (await newItems(app, by.id, 1))[0] ?? 0

const { fromElsewhere, report, reported, decide, isShown, queued } = reportsOn(app)
const setHideAfter = (hideAfter: number) => operatorCall(app, 'POST /api/admin/report-config', { hideAfter })
const readStats = async (by: QuickVisitor) =>
  (await call<Answer<typeof userStats>>(app, `GET /api/users/${by.id}/stats`, { cookie: by.cookie })).body
const eventsAbout = async (item: number) =>
  (await listAudit(app)).filter(({ context }) => context.mediaId === item).map(({ event }) => event)

describe('a report', () => {
  it('is stored once per visitor and keeps the item visible', async () => {
    const [visitor, item] = [await fromElsewhere(), await newItem()]
    for (const reason of ['spam', 'illegal'] as const) expect((await report(visitor, item, reason)).status).toBe(204)
    expect(await queryCount(db, 'SELECT count(*) FROM reports WHERE media_id = $1', [item])).toBe(1)
    expect(await eventsAbout(item)).toEqual(['MEDIA_REPORTED'])
    expect((await visitor.vote(item)).status).toBe(201)
  })

  it('is refused for own or unknown items, and without a reason or session', async () => {
    const [visitor, item] = [await fromElsewhere(), await newItem()]
    expectError(await report(owner, item), 403, 'own_media')
    expectError(await report(visitor, 999_999_999), 404, 'not_found')
    expectError(await report(visitor, item, 'boring' as 'spam'), 400, 'invalid_request')
    expectError(await report({ ...visitor, id: owner.id }, item), 403, 'not_yours')
    expectError(await report({ ...visitor, cookie: '' }, item), 401, 'no_session')
  })

  it('is limited to twenty a day', async () => {
    const limited = await testApp({ RATE_LIMITS: 'on' })
    const [by, visitor] = [await quickVisitor(limited), await quickVisitor(limited)]
    const statuses: number[] = []
    for (const id of await newItems(limited, by.id, 21)) {
      const body = { userId: visitor.id, reason: 'spam' }
      statuses.push((await call(limited, `POST /api/media/${id}/report`, { cookie: visitor.cookie, body })).status)
    }
    expect(statuses).toEqual([...Array<number>(20).fill(204), 429])
  })
})

describe('the number of reports that hides an item', () => {
  it('hides the item from everyone but its owner, who sees the reason', async () => {
    const by = await fromElsewhere()
    const [item, voter] = [await newItem(by), await fromElsewhere()]
    expect((await voter.vote(item)).status).toBe(201)
    await reported(item, 2)
    expect(await isShown(item)).toBe(true)
    await reported(item, 1)
    expect(await isShown(item)).toBe(false)
    const visitor = await fromElsewhere()
    expectError(await visitor.vote(item), 404)
    expectError(await visitor.view(item), 404)
    expectError(await call(app, `GET /api/items/${item}`, { cookie: visitor.cookie }), 404, 'not_found')
    expectError(await voter.undo(item), 404)
    expectError(await report(visitor, item), 404)
    expect(await readStats(by)).toMatchObject({
      totalUploads: 1,
      totalVotes: 1,
      mediaStats: [{ id: item, isHidden: true }],
    })
    expect(await eventsAbout(item)).toEqual([...Array<string>(3).fill('MEDIA_REPORTED'), 'MEDIA_HIDDEN'])
    await expectExactCounts(db)
  })

  it('counts networks, and neighbors or unknown addresses as one', async () => {
    const item = await newItem()
    for (let n = 1; n < 5; n += 1) await report(await visitorFrom(app, `10.200.0.${n}`), item)
    expect(await isShown(item)).toBe(true)
    await reported(item, 2)
    expect(await isShown(item)).toBe(false)
  })

  it('counts a reporter once despite logout or a deleted account', async () => {
    await setHideAfter(2)
    const leave = [
      ({ cookie }: QuickVisitor) => call(app, 'POST /api/auth/logout', { cookie }),
      ({ id, cookie }: QuickVisitor) => call(app, `DELETE /api/users/${id}`, { cookie }),
    ]
    for (const [n, leaves] of leave.entries()) {
      const [item, from] = [await newItem(), `10.201.${n}.1`]
      const first = await visitorFrom(app, from)
      expect((await report(first, item)).status).toBe(204)
      expect((await leaves(first)).status).toBe(204)
      expect((await report(await visitorFrom(app, from), item)).status).toBe(204)
      expect(await isShown(item)).toBe(true)
      await reported(item, 1)
      expect(await isShown(item)).toBe(false)
    }
    await setHideAfter(3)
  })

  it('may be one or zero, which hides nothing', async () => {
    await setHideAfter(1)
    const first = await newItem()
    await reported(first, 1)
    expect(await isShown(first)).toBe(false)
    await setHideAfter(0)
    const second = await newItem()
    await reported(second, 4)
    expect(await isShown(second)).toBe(true)
    await setHideAfter(3)
  })

  it('accepts two simultaneous reports of a visitor as one, even if they hide the item', async () => {
    await setHideAfter(1)
    const [item, visitor] = [await newItem(), await fromElsewhere()]
    const replies = await Promise.all([report(visitor, item), report(visitor, item)])
    expect(replies.map(({ status }) => status)).toEqual([204, 204])
    expect(await eventsAbout(item)).toEqual(['MEDIA_REPORTED', 'MEDIA_HIDDEN'])
    expectError(await report(await fromElsewhere(), item), 404, 'not_found')
    await setHideAfter(3)
  })

  it('hides the item once for simultaneous reports', async () => {
    const [item, visitors] = [await newItem(), await Promise.all(Array.from({ length: 6 }, () => fromElsewhere()))]
    const replies = await Promise.all(visitors.flatMap((visitor) => [report(visitor, item), visitor.vote(item)]))
    expect(replies.every(({ status }) => [201, 204, 404].includes(status))).toBe(true)
    expect(await isShown(item)).toBe(false)
    expect(await queryCount(db, 'SELECT count(*) FROM reports WHERE media_id = $1', [item])).toBe(3)
    expect((await eventsAbout(item)).filter((event) => event === 'MEDIA_HIDDEN')).toHaveLength(1)
    await expectExactCounts(db)
  })
})

describe('a report of a visitor who saves to an account', () => {
  it.each(['account', 'visitor'] as const)(
    "is merged with the account's report, and the pending one of the %s remains",
    async (second) => {
      const [item, email] = [await newItem(), newAddress()]
      const account = await saveAs(site, await fromElsewhere(), email)
      const visitor = await fromElsewhere()
      const [before, after] = second === 'visitor' ? [account, visitor] : [visitor, account]
      expect((await report(before, item, 'spam')).status).toBe(204)
      expect((await decide(item, 'keep')).status).toBe(200)
      expect((await report(after, item, 'harassment')).status).toBe(204)
      await askToSave(app, visitor, email)
      await pressButton(app, await tokenTo(site, email))
      expect(await queued(item)).toMatchObject({ reasons: [{ reason: 'harassment', count: 1 }] })
      const own = 'SELECT count(*) FROM reports WHERE media_id = $1 AND user_id = $2'
      expect(await queryCount(db, own, [item, account.id])).toBe(1)
    },
  )
})

describe('the operator', () => {
  it('keeps the item visible and ignores the dismissed reports', async () => {
    const [item, voter, done] = [await newItem(), await fromElsewhere(), await fromElsewhere()]
    await voter.vote(item)
    await reported(item, 3)
    for (let next = await done.next(); next.status === 200; next = await done.next()) await done.vote(next.body.id)
    expect((await decide(item, 'keep')).status).toBe(200)
    expect((await done.next()).body.id).toBe(item)
    expectError(await voter.vote(item), 409, 'already_voted')
    await reported(item, 2)
    expect(await isShown(item)).toBe(true)
    await reported(item, 1)
    expect(await isShown(item)).toBe(false)
    expect((await eventsAbout(item)).filter((event) => event !== 'MEDIA_REPORTED')).toEqual([
      'MEDIA_HIDDEN',
      'REPORTS_KEPT',
      'MEDIA_HIDDEN',
    ])
    await expectExactCounts(db)
  })

  it('undoes the decision to keep, which hides the item again', async () => {
    const item = await newItem()
    await reported(item, 3)
    expectError(await decide(item, 'reopen'), 409, 'conflict')
    await decide(item, 'keep')
    expectError(await decide(item, 'keep'), 409, 'conflict')
    expect((await decide(item, 'reopen')).status).toBe(200)
    expect(await isShown(item)).toBe(false)
    expectError(await decide(item, 'reopen'), 409, 'conflict')
    await decide(item, 'keep')
    expect(await isShown(item)).toBe(true)
    await reported(item, 1)
    expectError(await decide(item, 'reopen'), 409, 'conflict')
    await decide(item, 'keep')
    await decide(item, 'reopen')
    const open = 'SELECT count(*) FROM reports WHERE media_id = $1 AND settled_at IS NULL'
    expect(await queryCount(db, open, [item])).toBe(1)
  })

  it('removes the item like any deletion by the operator', async () => {
    const by = await fromElsewhere()
    const item = await newItem(by)
    await reported(item, 3)
    expect((await decide(item, 'remove')).status).toBe(200)
    expect(await readStats(by)).toMatchObject({ totalUploads: 0, mediaStats: [] })
    expect((await eventsAbout(item)).slice(-4)).toEqual([
      'ADMIN_DELETE_REQUEST',
      'REMOVED_ITEM_BARRED',
      'ADMIN_DELETE_COMPLETED',
      'REPORTS_REMOVED',
    ])
    for (const decision of ['keep', 'remove', 'reopen']) expectError(await decide(item, decision), 404, 'not_found')
    expect(await queued(item)).toBeUndefined()
  })

  it('restores a removed item from the trash with its reports', async () => {
    const item = await newItem(await fromElsewhere())
    await reported(item, 3)
    const before = await queued(item)
    expect((await decide(item, 'remove')).status).toBe(200)
    expect((await operatorCall(app, `POST /api/admin/trash/${item}/restore`)).status).toBe(204)
    expect(await isShown(item)).toBe(false)
    expect(await queued(item)).toEqual(before)
    await expectExactCounts(db)
  })

  it('decides once despite simultaneous decisions and deletions', async () => {
    const by = await fromElsewhere()
    for (const item of await newItems(app, by.id, 6)) {
      await reported(item, 3)
      const deletion = call(app, `DELETE /api/media/${item}?userId=${by.id}`, { cookie: by.cookie })
      const replies = await Promise.all([decide(item, 'keep'), decide(item, 'keep'), decide(item, 'remove'), deletion])
      expect(replies.every(({ status }) => [200, 204, 404, 409].includes(status))).toBe(true)
      expect(await queryCount(db, 'SELECT count(*) FROM media WHERE id = $1 AND position IS NOT NULL', [item])).toBe(0)
    }
    await expectExactCounts(db)
  })

  it('finds no inconsistent item in a checkup', async () => {
    const { run, look, uploaded, voter } = await usedSite()
    const [item = 0] = await uploaded(1)
    await run(`INSERT INTO reports (media_id, user_id, reason) VALUES (${item}, ${voter.id}, 'spam')`)
    await run(`INSERT INTO reported_media (media_id, is_urgent, is_hidden) VALUES (${item}, false, true)`)
    expect(broken(await look())).toEqual({
      'Shown and hidden items': [expect.stringContaining('has a position and is shown')],
    })
    await run(`UPDATE media SET position = NULL WHERE id = ${item}`)
    expect(broken(await look())).toEqual({})
    await run('UPDATE reports SET settled_at = now(); UPDATE reported_media SET decided_at = now()')
    expect(broken(await look())).toEqual({
      'Shown and hidden items': [expect.stringContaining('is shown to no visitor')],
    })
  })
})
