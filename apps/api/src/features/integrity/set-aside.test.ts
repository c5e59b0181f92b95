import type { Answer } from '@hotvote/shared/contract'
import type { SomeVotes } from '@hotvote/shared/integrity'
import type { overview } from '@hotvote/shared/overview'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, quickVisitors, visitorFrom } from '../../../test/call.ts'
import { countOf, expectExactCounts } from '../../../test/counts.ts'
import { newItems } from '../../../test/items.ts'
import { beforeMidnight } from '../../../test/midnight.ts'
import { auditOf, operatorCall } from '../../../test/operator.ts'
import { setAsides } from '../../../test/set-asides.ts'
import { testApp } from '../../../test/test-app.ts'
import { download, sheetsIn } from '../../../test/workbooks.ts'
import { withWorker } from '../../../test/worker.ts'
import { tasksOf } from '../../tasks.ts'

const app = await testApp({ TRUST_PROXY: '1' })
await withWorker(app)
const owner = await quickVisitor(app)
const { setAside, countAgain, list, totals, castEarlier } = setAsides(app)
const newest = async () => (await list())[0]
const count = (text: string, values: unknown[] = []) => countOf(app.deps.db, text, values)

/** Today of the plots of the operator and of the owner. */
const today = async (mediaId: number) => {
  const plots = await operatorCall<Answer<typeof overview>>(app, 'GET /api/admin/overview')
  const ofItem = await call<{ days: { hot: number; not: number }[] }>(app, `GET /api/media/${mediaId}/votes-per-day`, {
    cookie: owner.cookie,
  })
  const { hotVotes = 0, notVotes = 0 } = plots.body.days.at(-1) ?? {}
  return { site: hotVotes + notVotes, item: ofItem.body }
}

describe('the votes of one voter', () => {
  it('are out of all totals once they are set aside, and back again, exactly', async () => {
    await beforeMidnight()
    const [first = 0, second = 0] = await newItems(app, owner.id, 2)
    const [voter, other] = await quickVisitors(app, 2)
    for (const id of [first, second]) {
      await voter?.vote(id, true)
      await other?.vote(id, false)
    }
    const before = { first: await totals(first), second: await totals(second), today: await today(first) }
    const done = await setAside({ kind: 'voter', userId: voter?.id })
    expect(done).toMatchObject({ status: 200, body: { message: 'Set 2 votes aside', votes: 2 } })
    expect([await totals(first), await totals(second)]).toEqual([
      [0, 1],
      [0, 1],
    ])
    const without = await today(first)
    expect(without.site).toBe(before.today.site - 2)
    expect(without.item).not.toEqual(before.today.item)
    await expectExactCounts(app.deps.db)
    expect(await newest()).toMatchObject({ kind: 'voter', userId: voter?.id, username: voter?.username, votes: 2 })

    const again = await countAgain({ kind: 'set_aside', setAsideId: (await newest())?.id })
    expect(again).toMatchObject({ status: 200, body: { message: '2 votes count again', votes: 2 } })
    expect({ first: await totals(first), second: await totals(second), today: await today(first) }).toEqual(before)
    await expectExactCounts(app.deps.db)
    expect((await newest())?.countedAgainAt).not.toBeNull()
    expect(await auditOf(app)).toMatchObject([
      { event: 'VOTES_SET_ASIDE_REQUEST', actor: 'operator', context: { kind: 'voter', userId: voter?.id } },
      { event: 'VOTES_SET_ASIDE_COMPLETED', actor: 'operator', context: { userId: voter?.id, votes: 2 } },
      { event: 'VOTES_COUNTED_AGAIN_REQUEST', actor: 'operator' },
      { event: 'VOTES_COUNTED_AGAIN_COMPLETED', actor: 'operator', context: { votes: 2 } },
    ])
  })

  it('tell their voter nothing: the item stays voted, and votes on others count', async () => {
    const [first = 0, second = 0] = await newItems(app, owner.id, 2)
    const voter = await quickVisitor(app)
    await voter.vote(first, true)
    const cast = () => call<{ votesCast: number }>(app, 'GET /api/session', { cookie: voter.cookie })
    await setAside({ kind: 'voter', userId: voter.id })
    expect((await cast()).body.votesCast).toBe(1)
    expectError(await voter.vote(first, true), 409, 'already_voted')
    const seen = new Set<number>()
    for (let next = await voter.next(); next.status === 200; next = await voter.next()) {
      seen.add(next.body.id)
      await voter.vote(next.body.id, true)
    }
    expect(seen.has(first)).toBe(false)
    expect(seen.has(second)).toBe(true)
    expect([await totals(first), await totals(second)]).toEqual([
      [0, 0],
      [1, 0],
    ])
    await expectExactCounts(app.deps.db)
  })

  it('may be those of the last days only; what was set aside already stays with that', async () => {
    const [old = 0, recent = 0] = await newItems(app, owner.id, 2)
    const voter = await quickVisitor(app)
    await voter.vote(old, true)
    await castEarlier(voter.id, 3)
    await voter.vote(recent, true)
    expect((await setAside({ kind: 'voter', userId: voter.id, days: 1 })).body.votes).toBe(1)
    expect([await totals(old), await totals(recent)]).toEqual([
      [1, 0],
      [0, 0],
    ])
    const first = (await newest())?.id
    expect((await setAside({ kind: 'voter', userId: voter.id })).body.votes).toBe(1)
    expect((await setAside({ kind: 'voter', userId: voter.id })).body).toEqual({
      message: 'Set 0 votes aside',
      votes: 0,
    })
    await countAgain({ kind: 'set_aside', setAsideId: first })
    expect([await totals(old), await totals(recent)]).toEqual([
      [0, 0],
      [1, 0],
    ])
    await expectExactCounts(app.deps.db)
  })

  it('change the days that were written down by the days they were cast on', async () => {
    const [item = 0] = await newItems(app, owner.id, 1)
    const voter = await quickVisitor(app)
    await voter.vote(item, true)
    await castEarlier(voter.id, 5)
    const text = `INSERT INTO daily_activity SELECT (now() AT TIME ZONE 'UTC')::date - n, 40, 10, 0 FROM generate_series(1, 9) n`
    await app.deps.db.query({ text })
    const written = () =>
      app.deps.db.query({ text: 'SELECT * FROM daily_activity WHERE (hot_votes, not_votes) <> (40, 10)' })
    await setAside({ kind: 'voter', userId: voter.id })
    expect(await written()).toMatchObject([{ hot_votes: 39, not_votes: 10 }])
    await countAgain({ kind: 'set_aside', setAsideId: (await newest())?.id })
    expect(await written()).toEqual([])
    await app.deps.db.query({ text: 'DELETE FROM daily_activity' })
  })

  it('are on a sheet of their own in the export', async () => {
    const [item = 0] = await newItems(app, owner.id, 1)
    const voter = await quickVisitor(app)
    await voter.vote(item, true)
    await setAside({ kind: 'voter', userId: voter.id })
    const [votes, aside] = await sheetsIn((await download(app, '/api/admin/export-votes')).bytes)
    expect([votes?.name, aside?.name]).toEqual(['Votes', 'Votes set aside'])
    expect(votes?.rows).toHaveLength(1 + (await count('SELECT sum(hot_votes + not_votes) FROM media')))
    expect(aside?.rows[0]).toEqual(votes?.rows[0])
    expect(aside?.rows.at(-1)).toEqual([voter.id, item, true, expect.any(Date)])
    expect(aside?.rows).toHaveLength(1 + (await count('SELECT count(*) FROM set_aside_votes')))
  })
})

/** The network of a visitor as the operator's list names it. */
const networkOf = async (userId: number) => {
  const text = `SELECT encode(network, 'hex') AS network FROM sessions WHERE user_id = $1`
  const [row] = await app.deps.db.query<{ network: string }>({ text }, [userId])
  return row?.network ?? ''
}

describe('the votes of one network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.200', '203.0.114.7'],
    ['2001:db8:7:1::1', '2001:db8:7:2::9', '2001:db8:8:1::1'],
  ])('are those of who came from %s and %s, not from %s', async (one, same, elsewhere) => {
    const [item = 0] = await newItems(app, owner.id, 1)
    const voters = [await visitorFrom(app, one), await visitorFrom(app, same), await visitorFrom(app, elsewhere)]
    for (const voter of voters) await voter.vote(item, true)
    const network = await networkOf(voters[0]?.id ?? 0)
    expect((await setAside({ kind: 'network', network, days: 7 })).body.votes).toBe(2)
    expect(await totals(item)).toEqual([1, 0])
    expect(await newest()).toMatchObject({ kind: 'network', networkLabel: network.slice(0, 4), userId: null })
    // They have moved on: what was set aside is known without them.
    for (const voter of voters) await voter.comeBack('198.51.100.1')
    await countAgain({ kind: 'set_aside', setAsideId: (await newest())?.id })
    expect(await totals(item)).toEqual([3, 0])
    await expectExactCounts(app.deps.db)
  })

  it('are known by a hash alone, of where a visitor came from last, for 30 days', async () => {
    const voter = await visitorFrom(app, '192.0.2.99')
    const before = await networkOf(voter.id)
    expect(before).toMatch(/^[0-9a-f]{32}$/)
    const rows = await app.deps.db.query({ text: 'SELECT s::text AS row FROM sessions s' })
    expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|hex.*c00002/)
    await voter.comeBack('192.0.2.3')
    expect(await networkOf(voter.id)).toBe(before)
    await voter.comeBack('198.51.100.7')
    expect(await networkOf(voter.id)).not.toBe(before)
    expect(JSON.stringify(await auditOf(app))).not.toContain(before)
  })

  it('leave no trace that can be looked up in the audit log', async () => {
    const voter = await visitorFrom(app, '192.0.2.150')
    const network = await networkOf(voter.id)
    await setAside({ kind: 'network', network })
    const entries = (await auditOf(app)).slice(-2)
    expect(entries.map(({ context }) => context.network)).toEqual([network.slice(0, 4), network.slice(0, 4)])
  })

  it('are forgotten with their order, 30 days after its end', async () => {
    const voter = await visitorFrom(app, '192.0.2.160')
    const network = await networkOf(voter.id)
    await setAside({ kind: 'network', network, dismisses: `network:${network}` })
    await app.deps.db.query({ text: `UPDATE operations SET ended_at = now() - interval '31 days'` })
    await tasksOf(app.deps)['forget-expired']({}, new AbortController().signal)
    const orders = await app.deps.db.query({ text: 'SELECT input FROM operations' })
    expect(JSON.stringify(orders)).not.toContain(network)
  })
})

describe('the votes on one item', () => {
  it('may be all, those of new voters, or those from one network, of the last days', async () => {
    const [item = 0, other = 0] = await newItems(app, owner.id, 2)
    const regular = await visitorFrom(app, '203.0.113.1')
    const early = await visitorFrom(app, '203.0.113.2')
    const fresh = await visitorFrom(app, '198.51.100.3')
    for (const voter of [regular, early, fresh]) for (const id of [item, other]) await voter.vote(id, false)
    await app.deps.db.query({ text: `UPDATE users SET created_at = now() - interval '40 days' WHERE id = $1` }, [
      regular.id,
    ])
    await castEarlier(early.id, 10)
    const cases: [SomeVotes, number][] = [
      [{ kind: 'item', mediaId: item, days: 7, isNew: true }, 1],
      [{ kind: 'item', mediaId: item, days: 7 }, 2],
      [{ kind: 'item', mediaId: item, network: await networkOf(early.id), days: 30 }, 2],
      [{ kind: 'item', mediaId: item }, 3],
    ]
    for (const [of, votes] of cases) {
      expect((await setAside(of)).body.votes, JSON.stringify(of)).toBe(votes)
      expect(await totals(item)).toEqual([0, 3 - votes])
      expect(await newest()).toMatchObject({ kind: 'item', mediaId: item, mediaName: 'made.jpg', votes })
      await countAgain({ kind: 'set_aside', setAsideId: (await newest())?.id })
    }
    expect([await totals(item), await totals(other)]).toEqual([
      [0, 3],
      [0, 3],
    ])
    await expectExactCounts(app.deps.db)
  })
})

describe('what cannot be', () => {
  it.each([
    {},
    { kind: 'voter' },
    { kind: 'voter', userId: -1 },
    { kind: 'voter', userId: '1' },
    { kind: 'voter', userId: 1, days: 2 },
    { kind: 'network', network: '203.0.113.0/24' },
    { kind: 'network', network: "'; DROP TABLE votes; --" },
    { kind: 'item' },
    { kind: 'everybody' },
    { kind: 'synthetic', userId: 1 },
    { kind: 'voter', userId: 1, network: 'a'.repeat(32) },
    { kind: 'item', mediaId: 1, isNew: true },
  ])('refuses to set %j aside', async (body) => {
    const before = await auditOf(app)
    expectError(await setAside(body), 400, 'invalid_request')
    expect(await auditOf(app)).toEqual(before)
  })

  it('refuses to count again what was never set aside', async () => {
    expectError(await countAgain({ kind: 'set_aside', setAsideId: 987_654 }), 404, 'not_found')
    expectError(await countAgain({}), 400, 'invalid_request')
    for (const body of [{ kind: 'voter' }, { kind: 'set_aside' }, { kind: 'synthetic', setAsideId: 1 }])
      expectError(await countAgain(body), 400, 'invalid_request')
  })

  it('finds nothing of a voter, an item or a network that is not there', async () => {
    for (const of of [
      { kind: 'voter', userId: 987_654 },
      { kind: 'item', mediaId: 987_654 },
      { kind: 'network', network: 'f'.repeat(32) },
    ])
      expect(await setAside(of)).toMatchObject({ status: 200, body: { votes: 0 } })
    expect((await list()).every(({ votes }) => votes > 0)).toBe(true)
  })
})
