import { describe, expect, it } from 'vitest'
import { expectError, type QuickVisitor, quickVisitor, quickVisitors, type Reply } from '../../../test/app/call.ts'
import { expectExactCounts, hold, queryCount, waitingForLocks } from '../../../test/app/database.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'

const app = await testApp()
const { db } = app.deps
const owner = await quickVisitor(app)

const waiting = (statements: number) => expect.poll(() => waitingForLocks(db), SOON).toBe(statements)
/** Waits for three more calls, so that all earlier calls have arrived. */
const pass = async () => {
  for (let n = 0; n < 3; n++) expect((await quickVisitor(app)).id).toBeGreaterThan(0)
}

describe('calls that arrive during a write', () => {
  /** Ten visitors rate two items each, so each item gets two calls. All wait for an earlier call. */
  const onTenItems = async <Body>(
    table: string,
    send: (visitor: QuickVisitor, item: number) => Promise<Reply<Body>>,
  ) => {
    const [early, ...visitors] = await quickVisitors(app, 11)
    const [other = 0, ...items] = await newItems(app, owner.id, 11)
    if (!early) throw new Error('There is no visitor')
    const calls = visitors.flatMap((visitor, n) => [0, 4].map((more) => ({ visitor, id: items[(n + more) % 10] ?? 0 })))
    const nothingIsWritten = await hold(db, `LOCK TABLE ${table} IN SHARE MODE`, [])
    const first = send(early, other)
    await waiting(1)
    const sent = calls.map(({ visitor, id }) => send(visitor, id))
    await pass()
    expect(await waitingForLocks(db)).toBe(1)
    await nothingIsWritten.end()
    await first
    const replies = await Promise.all(sent)
    const transactions = `SELECT count(DISTINCT xmin::text) FROM ${table} WHERE media_id = ANY($1)`
    expect(await queryCount(db, transactions, [items])).toBeLessThan(10)
    await expectExactCounts(db)
    return { items, replies, on: (item: number) => replies.filter((_, n) => calls[n]?.id === item) }
  }

  it('are written together as votes, each answered with the totals of its item', async () => {
    const { items, replies, on } = await onTenItems('votes', ({ vote }, id) => vote(id))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
    for (const id of items) expect(on(id).map(({ body }) => body.totalVotes)).toEqual([1, 2])
  })

  it('are written together as views', async () => {
    const { replies } = await onTenItems('views', ({ view }, id) => view(id))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 204))
  })
})

it('counts the first of two votes on an item, even among votes on other items', async () => {
  const [voter] = await quickVisitors(app, 1)
  const items = await newItems(app, owner.id, 4)
  if (!voter) throw new Error('There is no visitor')
  const nothingIsWritten = await hold(db, 'LOCK TABLE votes IN SHARE MODE', [])
  const first = items.slice(0, 2).map((id) => voter.vote(id))
  await waiting(1)
  const hot = items.slice(2).map((id) => voter.vote(id, true))
  await pass()
  const not = items.slice(2).map((id) => voter.vote(id, false))
  await pass()
  await nothingIsWritten.end()

  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([201, 201])
  for (const { body } of await Promise.all(hot)) expect(body).toMatchObject({ totalVotes: 1, hotPercentage: 100 })
  for (const reply of await Promise.all(not)) expectError(reply, 409, 'already_voted')
  await expectExactCounts(db)
})
