import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { expectExactCounts, hold, queryCount, waitingForLocks } from '../../../test/app/database.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import {
  appWithMail,
  arrive,
  askToSave,
  logInAs,
  newAddress,
  pressButton,
  saveAs,
  tokenTo,
} from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'

const site = await appWithMail()
const { app } = site
const owner = await quickVisitor(app)

const vote = (rater: { id: number; cookie: string }, mediaId: number, isHot: boolean) =>
  call(app, 'POST /api/votes', { cookie: rater.cookie, body: { userId: rater.id, mediaId, isHot } })
const view = (rater: { id: number; cookie: string }, mediaId: number) =>
  call(app, `POST /api/media/${mediaId}/view`, { cookie: rater.cookie, body: { userId: rater.id } })
const two = async () => {
  const email = newAddress()
  const account = await saveAs(site, await quickVisitor(app), email)
  return { email, account, visitor: await quickVisitor(app) }
}
const getVotes = (userId: number) =>
  app.deps.db.query<{ mediaId: number; isHot: boolean }>(
    { text: 'SELECT media_id AS "mediaId", is_hot AS "isHot" FROM votes WHERE user_id = $1 ORDER BY media_id' },
    [userId],
  )
const usersLeft = (userId: number) => queryCount(app.deps.db, 'SELECT count(*) FROM users WHERE id = $1', [userId])
const expectExact = async (userId: number) => {
  await expectExactCounts(app.deps.db)
  const text = `
SELECT uploads - (SELECT count(*) FROM media WHERE owner_id = users.id AND status = 'ready') AS uploads,
  views_made - (SELECT count(*) FROM views WHERE user_id = users.id) AS views
FROM users WHERE id = $1`
  expect(await app.deps.db.query({ text }, [userId])).toEqual([{ uploads: 0, views: 0 }])
}

describe('saving to the address of one’s saved account', () => {
  it('moves uploads, votes and views and removes the visitor', async () => {
    const { email, account, visitor } = await two()
    const [first = 0, second = 0, third = 0] = await newItems(app, owner.id, 3)
    const [upload] = await newItems(app, visitor.id, 2)
    await vote(account, first, true)
    await vote(visitor, second, false)
    await view(visitor, second)
    await view(visitor, third)
    const after = await saveAs(site, visitor, email)
    expect(after).toMatchObject({ id: account.id, username: account.username, email })
    expect(await getVotes(account.id)).toEqual([
      { mediaId: first, isHot: true },
      { mediaId: second, isHot: false },
    ])
    expect(await usersLeft(visitor.id)).toBe(0)
    const uploads = 'SELECT count(*) FROM media WHERE owner_id = $1'
    expect(await queryCount(app.deps.db, uploads, [account.id])).toBe(2)
    expectError(await vote(after, upload ?? 0, true), 403, 'own_media')
    await expectExact(account.id)
  })

  it("takes the visitor's news position only if the account has none", async () => {
    const looked = (id: number, at: string) =>
      app.deps.db.query({ text: 'UPDATE users SET news_since = $2, news_seen_at = $2 WHERE id = $1' }, [id, at])
    const seenBy = (id: number) =>
      app.deps.db.query({ text: 'SELECT news_since AS since, news_seen_at AS seen FROM users WHERE id = $1' }, [id])
    const [june, july] = [new Date('2026-06-01T00:00:00Z'), new Date('2026-07-01T00:00:00Z')]
    const { email, account, visitor } = await two()
    await looked(visitor.id, june.toISOString())
    await saveAs(site, visitor, email)
    expect(await seenBy(account.id)).toEqual([{ since: june, seen: june }])
    const next = await quickVisitor(app)
    await looked(next.id, july.toISOString())
    await saveAs(site, next, email)
    expect(await seenBy(account.id)).toEqual([{ since: june, seen: june }])
  })

  it('keeps the account’s vote when both voted on an item', async () => {
    const { email, account, visitor } = await two()
    const [mine = 0, theirs = 0, same = 0] = await newItems(app, owner.id, 3)
    await vote(account, mine, true)
    await vote(visitor, mine, false)
    await vote(visitor, theirs, false)
    await vote(account, theirs, true)
    await vote(visitor, same, true)
    await vote(account, same, true)
    for (const rater of [account, visitor]) await view(rater, mine)
    await saveAs(site, visitor, email)
    expect(await getVotes(account.id)).toEqual([
      { mediaId: mine, isHot: true },
      { mediaId: theirs, isHot: true },
      { mediaId: same, isHot: true },
    ])
    const totals = 'SELECT hot_votes AS hot, not_votes AS not FROM media WHERE id = ANY ($1) ORDER BY id'
    expect(await app.deps.db.query({ text: totals }, [[mine, theirs, same]])).toEqual([
      { hot: 1, not: 0 },
      { hot: 1, not: 0 },
      { hot: 1, not: 0 },
    ])
    await expectExact(account.id)
  })

  it("drops votes and views on items that are now the account's own", async () => {
    const { email, account, visitor } = await two()
    const [mine = 0] = await newItems(app, account.id, 1)
    const [theirs = 0] = await newItems(app, visitor.id, 1)
    for (const [rater, item] of [
      [visitor, mine],
      [account, theirs],
    ] as const) {
      expect((await vote(rater, item, true)).status).toBe(201)
      expect((await view(rater, item)).status).toBe(204)
    }
    await saveAs(site, visitor, email)
    expect(await getVotes(account.id)).toEqual([])
    await expectExact(account.id)
  })

  it('ends all sessions of both visitors and invalidates other links', async () => {
    const { email, account, visitor } = await two()
    const elsewhere = await logInAs(site, email)
    await saveAs(site, visitor, email)
    for (const { cookie } of [account, elsewhere, visitor])
      expectError(await call(app, `GET /api/media/random/${account.id}`, { cookie }), 401, 'no_session')
    const open = 'SELECT count(*) FROM login_tokens WHERE user_id = $1 AND used_at IS NULL'
    expect(await queryCount(app.deps.db, open, [account.id])).toBe(0)
  })

  it('leaves another saved account unchanged', async () => {
    const { email, account } = await two()
    const other = await two()
    const [item = 0] = await newItems(app, owner.id, 1)
    await vote(other.account, item, true)
    expect(await saveAs(site, other.account, email)).toMatchObject({ id: account.id })
    expect(await getVotes(account.id)).toEqual([])
    expect((await logInAs(site, other.email)).id).toBe(other.account.id)
    expect(await getVotes(other.account.id)).toHaveLength(1)
  })
})

it('moves nothing on login and keeps other browsers logged in', async () => {
  const { email, account, visitor } = await two()
  const [item = 0] = await newItems(app, owner.id, 1)
  await visitor.vote(item)
  const here = await logInAs(site, email)
  expect(here).toMatchObject({ id: account.id, email, emailVerified: true })
  expect(await getVotes(visitor.id)).toHaveLength(1)
  expect(await getVotes(account.id)).toHaveLength(0)
  for (const { cookie } of [account, here])
    expect((await vote({ id: account.id, cookie }, item, true)).status).not.toBe(401)
  const [row] = await app.deps.db.query({ text: 'SELECT login_count FROM users WHERE id = $1' }, [account.id])
  expect(row).toEqual({ login_count: 2 })
})

it('offers only items that neither of the two rated', async () => {
  const alone = await testApp({ SMTP_URL: site.mailbox.url })
  const there = { app: alone, mailbox: site.mailbox }
  const maker = await quickVisitor(alone)
  const items = await newItems(alone, maker.id, 12)
  const email = newAddress()
  const account = await saveAs(there, await quickVisitor(alone), email)
  const visitor = await quickVisitor(alone)
  for (const item of items) await visitor.vote(item)
  expect((await visitor.next()).status).toBe(404)
  const [left = 0] = await newItems(alone, maker.id, 1)
  await newItems(alone, account.id, 1)
  const after = await saveAs(there, visitor, email)
  const next = () => call<{ id: number }>(alone, `GET /api/media/random/${after.id}`, { cookie: after.cookie })
  expect((await next()).body.id).toBe(left)
  await call(alone, 'POST /api/votes', { cookie: after.cookie, body: { userId: after.id, mediaId: left, isHot: true } })
  expectError(await next(), 404, 'none_left')
})

it("refuses a vote on an upload that a merge makes the voter's own", async () => {
  const { db } = app.deps
  const { email, account, visitor } = await two()
  const [upload = 0] = await newItems(app, visitor.id, 1)
  await askToSave(app, visitor, email)
  const token = await tokenTo(site, email)
  const holder = await hold(db, 'SELECT FROM users WHERE id = $1 FOR UPDATE', [visitor.id])
  const merged = pressButton(app, token)
  await expect.poll(() => waitingForLocks(db), SOON).toBe(1)
  const replies = [vote(account, upload, true), view(account, upload)]
  await expect.poll(() => waitingForLocks(db), SOON).toBe(3)
  await holder.end()
  expect((await arrive(app, await merged)).id).toBe(account.id)
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([403, 204])
  await expectExact(account.id)
})

it('keeps totals exact during simultaneous votes, views and deletions', async () => {
  const { email, account, visitor } = await two()
  const others = await quickVisitors(app, 3)
  const items = await newItems(app, owner.id, 150)
  const [half, rest] = [items.slice(0, 75), items.slice(75)]
  for (const item of half.filter((_, n) => n % 2)) await visitor.vote(item)
  for (const item of half.filter((_, n) => n % 3)) await vote(account, item, item % 2 === 0)
  await askToSave(app, visitor, email)
  const token = await tokenTo(site, email)
  const acknowledged: number[] = []
  const run = async (rater: { id: number; cookie: string }, order: number[]) => {
    for (const item of order) {
      const [voted, viewed] = await Promise.all([vote(rater, item, item % 2 === 0), view(rater, item)])
      expect([201, 401, 404, 409], voted.text).toContain(voted.status)
      expect([204, 401, 404], viewed.text).toContain(viewed.status)
      if (voted.status === 201 && !others.some(({ id }) => id === rater.id)) acknowledged.push(item)
    }
  }
  const deleted = half.slice(0, 10)
  const remove = async () => {
    for (const item of deleted) {
      const reply = await call(app, `DELETE /api/media/${item}?userId=${owner.id}`, { cookie: owner.cookie })
      expect(reply.status, reply.text).toBe(204)
    }
  }
  const merge = async () => {
    await expect.poll(() => acknowledged.length, { ...SOON, interval: 1 }).toBeGreaterThan(20)
    return pressButton(app, token)
  }
  const [used] = await Promise.all([
    merge(),
    ...[rest, rest.toReversed()].flatMap((order) => [run(visitor, order), run(account, order)]),
    ...others.map((rater) => run(rater, items)),
    remove(),
  ])
  expect((await arrive(app, used)).id).toBe(account.id)
  expect(await usersLeft(visitor.id)).toBe(0)
  await expectExact(account.id)
  const counted = new Set((await getVotes(account.id)).map(({ mediaId }) => mediaId))
  expect(acknowledged.filter((item) => !counted.has(item) && !deleted.includes(item))).toEqual([])
})
