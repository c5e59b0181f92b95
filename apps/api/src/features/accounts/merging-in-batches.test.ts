import { expect, it } from 'vitest'
import { expectError, type QuickVisitor, quickVisitor, quickVisitors } from '../../../test/call.ts'
import { countOf, expectExactCounts } from '../../../test/counts.ts'
import { hold, waitingForLocks } from '../../../test/hold.ts'
import { newItems } from '../../../test/items.ts'
import { arrive, askToSave, newAddress, pressButton, saveAs, tokenTo, VERIFY } from '../../../test/links.ts'
import { appWithMail } from '../../../test/mailbox.ts'
import { SOON } from '../../../test/soon.ts'

/** Items of one transaction, and of one call (`merging.service.ts`). */
const BATCH = 500
const CALL = 40 * BATCH

/** A site of its own, with an account and a visitor who is about to save to its address. */
const openMerge = async () => {
  const site = await appWithMail()
  const { app } = site
  const { db } = app.deps
  const email = newAddress()
  const account = await saveAs(site, await quickVisitor(app), email)
  const [owner, visitor, other] = (await quickVisitors(app, 3)) as [QuickVisitor, QuickVisitor, QuickVisitor]
  const askForToken = async () => {
    expect((await askToSave(app, visitor, email)).status).toBe(200)
    return tokenTo(site, email)
  }
  const votesOf = (userId: number) => countOf(db, 'SELECT count(*) FROM votes WHERE user_id = $1', [userId])
  return { site, app, db, account, owner, visitor, other, askForToken, votesOf }
}
type Merging = Awaited<ReturnType<typeof openMerge>>

/** Votes Hot on items and views them, as so many calls would. */
const rate = ({ db }: Merging, { id }: { id: number }, items: number[]) =>
  db.query(
    {
      text: `
WITH voted AS (INSERT INTO votes (user_id, media_id, is_hot) SELECT $1, id, true FROM unnest($2::bigint[]) id),
seen AS (INSERT INTO views (user_id, media_id) SELECT $1, id FROM unnest($2::bigint[]) id),
total AS (UPDATE media SET hot_votes = hot_votes + 1, views = views + 1 WHERE id = ANY ($2))
UPDATE users SET votes_cast = votes_cast + cardinality($2), views_made = views_made + cardinality($2) WHERE id = $1`,
    },
    [id, items],
  )

const setAside = ({ db }: Merging, { id }: { id: number }, item: number) =>
  db.query(
    {
      text: `
WITH setting AS (INSERT INTO set_asides (kind, user_id, votes) VALUES ('voter', $1, 1) RETURNING id),
aside AS (INSERT INTO set_aside_votes (user_id, media_id, set_aside_id) SELECT $1, $2, id FROM setting)
UPDATE media SET hot_votes = hot_votes - 1 WHERE id = $2`,
    },
    [id, item],
  )

it('moves batch by batch: what fails in the middle leaves every total exact, and the next attempt goes on', async () => {
  const merging = await openMerge()
  const { app, db, account, owner, visitor, votesOf } = merging
  const items = await newItems(app, owner.id, 2.5 * BATCH)
  const [first = 0, second = 0] = items
  const held = items[1.5 * BATCH]
  const own = await newItems(app, account.id, 5)
  await rate(merging, visitor, [...items, ...own])
  await setAside(merging, visitor, second)
  expect((await visitor.next()).status).toBe(404)
  const token = await merging.askForToken()

  const holder = await hold(db, 'SELECT FROM media WHERE id = $1 FOR UPDATE', [held])
  expectError(await pressButton(app, token, { accept: 'application/json' }), 503, 'unavailable')
  await holder.end()
  expect(await votesOf(account.id)).toBe(BATCH)
  expect(await votesOf(visitor.id)).toBe(1.5 * BATCH + own.length)
  await expectExactCounts(db)
  // What moved is not theirs for the moment, so it is shown; of the two votes the older one stays.
  expect((await visitor.next()).status).toBe(200)
  expect((await visitor.vote(first, false)).status).toBe(201)
  await expectExactCounts(db)

  expect((await arrive(app, await pressButton(app, token))).id).toBe(account.id)
  expect(await votesOf(account.id)).toBe(items.length)
  expect(await countOf(db, 'SELECT count(*) FROM votes WHERE user_id = $1 AND NOT is_hot', [account.id])).toBe(0)
  const aside = 'SELECT count(*) FROM set_aside_votes WHERE user_id = $1 AND media_id = $2'
  expect(await countOf(db, aside, [account.id, second])).toBe(1)
  expect(await countOf(db, 'SELECT count(*) FROM users WHERE id = $1', [visitor.id])).toBe(0)
  await expectExactCounts(db)
})

it('keeps the older of two votes in each batch, and drops those on the account’s own items', async () => {
  const merging = await openMerge()
  const { app, db, account, owner, visitor, votesOf } = merging
  const items = await newItems(app, owner.id, BATCH)
  const own = await newItems(app, account.id, BATCH)
  const rest = await newItems(app, owner.id, 10)
  const [older = 0, younger = 0] = items
  await visitor.vote(older, false)
  await rate(merging, account, items)
  await visitor.vote(younger, false)
  await rate(merging, visitor, [...items.slice(2), ...own, ...rest])
  const holder = await hold(db, 'SELECT FROM media WHERE id = $1 FOR UPDATE', [rest[0]])
  const token = await merging.askForToken()
  expect((await pressButton(app, token)).status).toBe(503)
  await holder.end()
  // All batches but for what is less than one.
  expect(await votesOf(visitor.id)).toBe(rest.length)
  await expectExactCounts(db)
  expect((await arrive(app, await pressButton(app, token))).id).toBe(account.id)
  const cool = 'SELECT sum(media_id) FROM votes WHERE user_id = $1 AND NOT is_hot'
  expect(await countOf(db, cool, [account.id])).toBe(older)
  expect(await votesOf(account.id)).toBe(items.length + rest.length)
  await expectExactCounts(db)
})

it('loses no vote that is cast meanwhile, also when the link is opened twice at once', async () => {
  const merging = await openMerge()
  const { app, db, account, owner, visitor, other } = merging
  const items = await newItems(app, owner.id, 6 * BATCH)
  const fresh = await newItems(app, owner.id, 60)
  await rate(merging, visitor, items)
  await rate(merging, account, items.slice(BATCH, 2 * BATCH))
  const token = await merging.askForToken()
  const acknowledged: number[] = []
  let isOver = false
  const run = async ({ vote }: Pick<QuickVisitor, 'vote'>, order: number[], isOurs: boolean) => {
    for (const item of order) {
      if (isOver) return
      const { status, text } = await vote(item, false)
      expect([201, 401, 409], text).toContain(status)
      if (status === 201 && isOurs) acknowledged.push(item)
    }
  }
  const press = async () => {
    await expect.poll(() => acknowledged.length, { ...SOON, interval: 1 }).toBeGreaterThan(5)
    const pressed = await pressButton(app, token)
    isOver = true
    return pressed
  }
  const spread = items.filter((_, n) => n % 20 === 0)
  const [used, late] = await Promise.all([
    press(),
    press(),
    run(visitor, fresh, true),
    run(visitor, spread, true),
    run(other, spread.toReversed(), false),
  ])
  const replies = [used, late].map(({ headers }) => headers.location ?? '').sort()
  expect(replies).toEqual([expect.stringMatching(/error=invalid-token/), expect.stringMatching(/verified=true/)])
  await expectExactCounts(db)
  const rows = await db.query<{ id: number }>({ text: 'SELECT media_id AS id FROM votes WHERE user_id = $1' }, [
    account.id,
  ])
  const counted = new Set(rows.map(({ id }) => id))
  expect([...items, ...acknowledged].filter((item) => !counted.has(item))).toEqual([])
  expect(await countOf(db, 'SELECT count(*) FROM users WHERE id = $1', [visitor.id])).toBe(0)
})

it('leads the browser back to the link while there is more than one call moves', async () => {
  const merging = await openMerge()
  const { app, db, account, owner, visitor, votesOf } = merging
  const items = await newItems(app, owner.id, CALL + BATCH)
  for (let from = 0; from < items.length; from += 1000) await rate(merging, visitor, items.slice(from, from + 1000))
  const token = await merging.askForToken()
  const led = await pressButton(app, token)
  expect([led.status, led.headers.location]).toEqual([307, `${VERIFY}?token=${token}`])
  expect(led.headers['set-cookie']).toBeUndefined()
  expect([await votesOf(account.id), await votesOf(visitor.id)]).toEqual([CALL, BATCH])
  expect((await arrive(app, await pressButton(app, token))).id).toBe(account.id)
  expect(await votesOf(account.id)).toBe(items.length)
  await expectExactCounts(db)
})

it('leaves the link good for whoever goes while it moves: the next call goes on', async () => {
  const merging = await openMerge()
  const { app, db, account, owner, visitor, votesOf } = merging
  const items = await newItems(app, owner.id, 8 * BATCH)
  await rate(merging, visitor, items)
  const token = await merging.askForToken()
  const holder = await hold(db, 'SELECT FROM media WHERE id = $1 FOR UPDATE', [items[1.5 * BATCH]])
  const leaving = new AbortController()
  const left = fetch(`${app.baseUrl}${VERIFY}`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    signal: leaving.signal,
  }).catch(() => 'left')
  await expect.poll(() => waitingForLocks(db), SOON).toBe(1)
  leaving.abort()
  expect(await left).toBe('left')
  // The server hears of it within the batches that are left.
  await visitor.next()
  await holder.end()
  await expect.poll(() => votesOf(account.id), SOON).toBeGreaterThan(BATCH)
  expect((await arrive(app, await pressButton(app, token))).id).toBe(account.id)
  expect(await votesOf(account.id)).toBe(items.length)
  await expectExactCounts(db)
})
