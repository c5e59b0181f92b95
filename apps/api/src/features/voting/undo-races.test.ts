import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { expectExactCounts, hold as holdIn, queryCount, waitingForLocks } from '../../../test/app/database.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { withWorker } from '../../../test/app/worker.ts'
import { appWithMail, askToSave, newAddress, pressButton, saveAs, tokenTo } from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'
import { afterTrashDays } from '../../../test/make/moderation.ts'

const site = await appWithMail()
const { app } = site
const { db } = app.deps
await withWorker(app)
const owner = await quickVisitor(app)
const ROUNDS = 8

const newItem = async () => (await newItems(app, owner.id, 1))[0] ?? 0
const votesOn = (id: number) => queryCount(db, 'SELECT count(*) FROM votes WHERE media_id = $1', [id])
const getStatuses = (replies: { status: number }[]) => replies.map(({ status }) => status).sort()

const hold = (text: string, values: unknown[]) => holdIn(db, text, values)
const waiting = (statements: number) => expect.poll(() => waitingForLocks(db), SOON).toBe(statements)
const holdUser = ({ id }: QuickVisitor) => hold('SELECT FROM users WHERE id = $1 FOR UPDATE', [id])

describe('a simultaneous undo', () => {
  it('takes the vote back once for twenty calls', async () => {
    const [visitor, other] = [await quickVisitor(app), await quickVisitor(app)]
    const id = await newItem()
    await other.vote(id)
    await visitor.vote(id)
    const replies = await Promise.all(Array.from({ length: 20 }, () => visitor.undo(id)))
    expect(getStatuses(replies)).toEqual([200, ...Array.from({ length: 19 }, () => 404)])
    expect(await votesOn(id)).toBe(1)
    await expectExactCounts(db)
  })

  it('counts or refuses votes of another tab', async () => {
    const visitor = await quickVisitor(app)
    for (const id of await newItems(app, owner.id, ROUNDS)) {
      await visitor.vote(id, true)
      const [undone, ...voted] = await Promise.all([visitor.undo(id), visitor.vote(id, false), visitor.vote(id, false)])
      expect(undone.status).toBe(200)
      const counted = voted.filter(({ status }) => status === 201).length
      expect(getStatuses(voted)).toEqual(counted === 1 ? [201, 409] : [409, 409])
      expect(await votesOn(id)).toBe(counted)
      await expectExactCounts(db)
    }
  })

  it('counts all simultaneous votes of other visitors', async () => {
    const id = await newItem()
    const voters = await quickVisitors(app, 40)
    const [regretful, others] = [voters.slice(0, 20), voters.slice(20)]
    for (const { vote } of regretful) await vote(id, true)
    const replies = await Promise.all([
      ...regretful.map(({ undo }) => undo(id)),
      ...others.map(({ vote }) => vote(id, false)),
    ])
    expect(getStatuses(replies)).toEqual([...regretful.map(() => 200), ...others.map(() => 201)])
    const [totals] = await db.query({ text: 'SELECT hot_votes AS hot, not_votes AS "not" FROM media WHERE id = $1' }, [
      id,
    ])
    expect(totals).toEqual({ hot: 0, not: 20 })
    await expectExactCounts(db)
  })

  it('keeps totals exact while the owner or operator deletes the item', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [visitor, other] = (await quickVisitors(app, 2)) as [QuickVisitor, QuickVisitor]
      const id = await newItem()
      for (const { vote } of [visitor, other]) await vote(id)
      const remove = () =>
        round % 2 === 0
          ? call(app, `DELETE /api/media/${id}?userId=${owner.id}`, owner)
          : operatorCall(app, 'POST /api/admin/delete-media', { mediaIds: [id] })
      const [undone, removed] = await Promise.all([visitor.undo(id), remove()])
      expect([200, 404]).toContain(undone.status)
      expect([200, 204]).toContain(removed.status)
      await expectExactCounts(db)
      await afterTrashDays(app)
      await expect.poll(() => queryCount(db, 'SELECT count(*) FROM media WHERE id = $1', [id]), SOON).toBe(0)
      await expectExactCounts(db)
    }
  })

  it('keeps totals exact while the account and its votes are deleted', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const visitor = await quickVisitor(app)
      const items = await newItems(app, owner.id, 3)
      for (const id of items) await visitor.vote(id)
      const [removed, ...undone] = await Promise.all([
        call(app, `DELETE /api/users/${visitor.id}`, visitor),
        ...items.map(visitor.undo),
      ])
      expect(removed.status).toBeLessThan(300)
      for (const { status, text } of undone) expect([200, 401, 404, 410], text).toContain(status)
      await expect.poll(() => queryCount(db, 'SELECT count(*) FROM users WHERE id = $1', [visitor.id]), SOON).toBe(0)
      await expectExactCounts(db)
    }
  })
})

describe('a delayed undo', () => {
  it('leaves the vote in place when its visitor is merged into an account', async () => {
    const email = newAddress()
    const account = await saveAs(site, await quickVisitor(app), email)
    const visitor = await quickVisitor(app)
    const id = await newItem()
    await visitor.vote(id, true)
    expect((await askToSave(app, visitor, email)).status).toBe(200)
    const token = await tokenTo(site, email)
    const holder = await holdUser(visitor)
    const undone = visitor.undo(id)
    await waiting(1)
    // A merge that waits too long is refused, so retry.
    const merge = async () => {
      for (;;) {
        const reply = await pressButton(app, token)
        if (reply.status !== 503) return reply
      }
    }
    const merged = merge()
    await waiting(2)
    await holder.end()
    expect((await undone).status).toBe(200)
    expect((await merged).status).toBe(303)
    expect(await queryCount(db, 'SELECT count(*) FROM votes WHERE user_id = $1', [account.id])).toBe(0)
    await expectExactCounts(db)
  })

  it('still offers the item to a search that started earlier', async () => {
    const visitor = await quickVisitor(app)
    await db.query({ text: `UPDATE media SET position = NULL WHERE owner_id = $1` }, [owner.id])
    const items = await newItems(app, owner.id, 3)
    for (const id of items) await visitor.vote(id)
    const holder = await holdUser(visitor)
    const undone = visitor.undo(items[1] ?? 0)
    await waiting(1)
    const next = visitor.next()
    await waiting(2)
    await holder.end()
    expect((await undone).status).toBe(200)
    expectError(await next, 404, 'none_left')
    expect((await visitor.next()).body.id).toBe(items[1])
    await expectExactCounts(db)
  })
})
