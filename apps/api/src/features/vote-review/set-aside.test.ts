import type { Answer } from '@hotvote/shared/contract'
import type { overview } from '@hotvote/shared/operator/overview'
import type { SomeVoters } from '@hotvote/shared/operator/vote-review'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, quickVisitors, visitorFrom } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { beforeMidnight } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { withWorker } from '../../../test/app/worker.ts'
import { download, sheetsIn } from '../../../test/make/exports.ts'
import { newItems } from '../../../test/make/items.ts'
import { setAsides } from '../../../test/make/moderation.ts'

const app = await testApp({ TRUST_PROXY: '1' })
await withWorker(app)
const owner = await quickVisitor(app)
const { setAside, countAgain, newest, totals, castEarlier } = setAsides(app)
const count = (text: string, values: unknown[] = []) => queryCount(app.deps.db, text, values)

const today = async (mediaId: number) => {
  const plots = await operatorCall<Answer<typeof overview>>(app, 'GET /api/admin/overview')
  const ofItem = await call<{ days: { hot: number; not: number }[] }>(app, `GET /api/media/${mediaId}/votes-per-day`, {
    cookie: owner.cookie,
  })
  const { hotVotes = 0, notVotes = 0 } = plots.body.days.at(-1) ?? {}
  return { site: hotVotes + notVotes, item: ofItem.body }
}

describe('one voter', () => {
  it('is removed from all totals when set aside and returns when counted again', async () => {
    await beforeMidnight()
    const [first = 0, second = 0] = await newItems(app, owner.id, 2)
    const [voter, other] = await quickVisitors(app, 2)
    for (const id of [first, second]) {
      await voter?.vote(id, true)
      await other?.vote(id, false)
    }
    const before = { first: await totals(first), second: await totals(second), today: await today(first) }
    const done = await setAside({ kind: 'voter', userId: voter?.id })
    expect(done).toMatchObject({ status: 200, body: { message: 'Set the votes of 1 voter aside', voters: 1 } })
    expect([await totals(first), await totals(second)]).toEqual([
      [0, 1],
      [0, 1],
    ])
    const without = await today(first)
    expect(without.site).toBe(before.today.site - 2)
    expect(without.item).not.toEqual(before.today.item)
    await expectExactCounts(app.deps.db)
    expect(await newest()).toMatchObject({ kind: 'voter', userId: voter?.id, username: voter?.username, voters: 1 })

    const again = await countAgain((await newest())?.id)
    expect(again).toMatchObject({ status: 200, body: { message: 'The votes of 1 voter count again', voters: 1 } })
    expect({ first: await totals(first), second: await totals(second), today: await today(first) }).toEqual(before)
    await expectExactCounts(app.deps.db)
    expect((await newest())?.countedAgainAt).not.toBeNull()
    expect(await listAudit(app)).toMatchObject([
      { event: 'VOTES_SET_ASIDE_REQUEST', actor: 'operator', context: { kind: 'voter', userId: voter?.id } },
      { event: 'VOTES_SET_ASIDE_COMPLETED', actor: 'operator', context: { voters: 1 } },
      { event: 'VOTES_COUNTED_AGAIN_REQUEST', actor: 'operator' },
      { event: 'VOTES_COUNTED_AGAIN_COMPLETED', actor: 'operator', context: { voters: 1 } },
    ])
  })

  it('notices no difference, and later votes count once the voter does', async () => {
    const [first = 0, second = 0] = await newItems(app, owner.id, 2)
    const [voter, other] = [await quickVisitor(app), await quickVisitor(app)]
    await voter.vote(first, true)
    await other.vote(second, false)
    const cast = () => call<{ votesCast: number }>(app, 'GET /api/session', { cookie: voter.cookie })
    await setAside({ kind: 'voter', userId: voter.id })
    expect((await cast()).body.votesCast).toBe(1)
    expectError(await voter.vote(first, true), 409, 'already_voted')
    const seen = new Map<number, unknown>()
    for (let next = await voter.next(); next.status === 200; next = await voter.next())
      seen.set(next.body.id, (await voter.vote(next.body.id, true)).body)
    expect(seen.has(first)).toBe(false)
    expect(seen.get(second)).toMatchObject({ totalVotes: 2, hotPercentage: 50 })
    expect([await totals(first), await totals(second)]).toEqual([
      [0, 0],
      [0, 1],
    ])
    await expectExactCounts(app.deps.db)
    await countAgain((await newest())?.id)
    expect([await totals(first), await totals(second)]).toEqual([
      [1, 0],
      [1, 1],
    ])
    await expectExactCounts(app.deps.db)
  })

  it('is removed from the daily snapshots and returns to them', async () => {
    const [item = 0] = await newItems(app, owner.id, 1)
    const [voter, other] = [await quickVisitor(app), await quickVisitor(app)]
    for (const one of [voter, other]) {
      await one.vote(item, true)
      await castEarlier(one.id, 5)
    }
    const written = async () =>
      (
        await app.deps.db.query<{ hot: number }>({
          text: 'SELECT hot_votes AS hot FROM daily_activity WHERE hot_votes > 0',
        })
      ).map(({ hot }) => hot)
    await setAside({ kind: 'voter', userId: voter.id })
    expect(await written()).toEqual([1])
    await countAgain((await newest())?.id)
    expect(await written()).toEqual([2])
  })

  it('gets a separate sheet in the export', async () => {
    const [item = 0] = await newItems(app, owner.id, 1)
    const voter = await quickVisitor(app)
    await voter.vote(item, true)
    await setAside({ kind: 'voter', userId: voter.id })
    const [votes, aside] = await sheetsIn((await download(app, '/api/admin/export-votes')).bytes)
    expect([votes?.name, aside?.name]).toEqual(['Votes', 'Votes set aside'])
    expect(votes?.rows).toHaveLength(1 + (await count('SELECT sum(hot_votes + not_votes) FROM media')))
    expect(aside?.rows).toEqual([votes?.rows[0], [voter.id, item, true, expect.any(Date)]])
    await countAgain((await newest())?.id)
  })
})

const getNetwork = async (userId: number) => {
  const text = `SELECT encode(network, 'hex') AS network FROM sessions WHERE user_id = $1`
  const [row] = await app.deps.db.query<{ network: string }>({ text }, [userId])
  return row?.network ?? ''
}

describe('the voters of one network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.200', '203.0.114.7'],
    ['2001:db8:7:1::1', '2001:db8:7:2::9', '2001:db8:8:1::1'],
  ])('include voters from %s and %s but not from %s', async (one, same, elsewhere) => {
    const [item = 0] = await newItems(app, owner.id, 1)
    const voters = [await visitorFrom(app, one), await visitorFrom(app, same), await visitorFrom(app, elsewhere)]
    for (const voter of voters) await voter.vote(item, true)
    const network = await getNetwork(voters[0]?.id ?? 0)
    expect((await setAside({ kind: 'network', network })).body.voters).toBe(2)
    expect(await totals(item)).toEqual([1, 0])
    expect(await newest()).toMatchObject({ kind: 'network', networkLabel: network.slice(0, 4), userId: null })
    // The voters have changed networks; the entry still finds them.
    for (const voter of voters) await voter.comeBack('198.51.100.1')
    await countAgain((await newest())?.id)
    expect(await totals(item)).toEqual([3, 0])
    await expectExactCounts(app.deps.db)
  })

  it('are matched by a hash of their last network', async () => {
    const [item = 0] = await newItems(app, owner.id, 1)
    const voter = await visitorFrom(app, '192.0.2.99')
    const before = await getNetwork(voter.id)
    expect(before).toMatch(/^[0-9a-f]{32}$/)
    await voter.comeBack('192.0.2.3')
    expect(await getNetwork(voter.id)).toBe(before)
    await voter.vote(item, true)
    await setAside({ kind: 'network', network: before })
    const kept = async (table: string) =>
      JSON.stringify(await app.deps.db.query({ text: `SELECT t::text AS row FROM ${table} t` }))
    expect(await kept('sessions')).not.toMatch(/192\.0\.2|hex.*c00002/)
    expect((await kept('audit_log')) + (await kept('operations')) + (await kept('set_asides'))).not.toContain(before)
    await voter.comeBack('198.51.100.7')
    expect(await getNetwork(voter.id)).not.toBe(before)
  })

  it('exclude a voter who was set aside earlier', async () => {
    const [item = 0] = await newItems(app, owner.id, 1)
    const voters = [await visitorFrom(app, '192.0.2.150'), await visitorFrom(app, '192.0.2.151')]
    for (const voter of voters) await voter.vote(item, true)
    await setAside({ kind: 'voter', userId: voters[0]?.id })
    const first = await newest()
    const network = await getNetwork(voters[1]?.id ?? 0)
    expect((await setAside({ kind: 'network', network })).body.voters).toBe(1)
    expectError(await setAside({ kind: 'network', network }), 404, 'not_found')
    await countAgain((await newest())?.id)
    expect(await totals(item)).toEqual([1, 0])
    await countAgain(first?.id)
    expect(await totals(item)).toEqual([2, 0])
    await expectExactCounts(app.deps.db)
  })
})

describe('the voters on one item', () => {
  it('can be limited to recent votes, new voters or one network', async () => {
    const [item = 0, other = 0] = await newItems(app, owner.id, 2)
    const regular = await visitorFrom(app, '203.0.113.1')
    const early = await visitorFrom(app, '203.0.113.2')
    const fresh = await visitorFrom(app, '198.51.100.3')
    for (const voter of [regular, early, fresh]) for (const id of [item, other]) await voter.vote(id, false)
    await app.deps.db.query({ text: `UPDATE users SET created_at = now() - interval '40 days' WHERE id = $1` }, [
      regular.id,
    ])
    await castEarlier(early.id, 10)
    const cases: [SomeVoters, number][] = [
      [{ kind: 'item', mediaId: item, days: 7, isNew: true }, 1],
      [{ kind: 'item', mediaId: item, days: 7 }, 2],
      [{ kind: 'item', mediaId: item, network: await getNetwork(early.id), days: 30 }, 2],
      [{ kind: 'item', mediaId: item, days: 30 }, 3],
    ]
    for (const [of, voters] of cases) {
      expect((await setAside(of)).body.voters, JSON.stringify(of)).toBe(voters)
      expect([await totals(item), await totals(other)]).toEqual([
        [0, 3 - voters],
        [0, 3 - voters],
      ])
      expect(await newest()).toMatchObject({ kind: 'item', mediaId: item, mediaName: 'made.jpg', voters })
      await countAgain((await newest())?.id)
    }
    expect(await totals(item)).toEqual([0, 3])
    await expectExactCounts(app.deps.db)
  })
})

describe('synthetic voters', () => {
  const synthetic = async () => (await operatorCall<object>(app, 'GET /api/admin/synthetic-votes')).body
  const populate = () => operatorCall(app, 'POST /api/admin/populate-votes?minVotes=3&maxVotes=3')

  it('are set aside without the votes of a later population', async () => {
    const [item = 0] = await newItems(app, owner.id, 1)
    await quickVisitor(app).then(({ vote }) => vote(item, true))
    await populate()
    expect(await synthetic()).toEqual({ voters: 3, setAside: 0 })
    expect((await setAside({ kind: 'synthetic' })).body.voters).toBe(3)
    expect(await synthetic()).toEqual({ voters: 3, setAside: 3 })
    expect(await totals(item)).toEqual([1, 0])
    await populate()
    expect(await synthetic()).toEqual({ voters: 6, setAside: 3 })
    expect(await count('SELECT hot_votes + not_votes FROM media WHERE id = $1', [item])).toBe(4)
    await expectExactCounts(app.deps.db)
  })
})

describe('an impossible request', () => {
  it.each([
    {},
    { kind: 'voter' },
    { kind: 'voter', userId: -1 },
    { kind: 'voter', userId: '1' },
    { kind: 'voter', userId: 1, days: 7 },
    { kind: 'network', network: '203.0.113.0/24' },
    { kind: 'network', network: "'; DROP TABLE votes; --" },
    { kind: 'item', mediaId: 1 },
    { kind: 'item', mediaId: 1, days: 2 },
    { kind: 'everybody' },
    { kind: 'synthetic', userId: 1 },
    { kind: 'voter', userId: 1, network: 'a'.repeat(32) },
  ])('refuses to set %j aside', async (body) => {
    const before = await listAudit(app)
    expectError(await setAside(body), 400, 'invalid_request')
    expect(await listAudit(app)).toEqual(before)
  })

  it('is refused for voters who are not set aside and for stopping a recount', async () => {
    expectError(await countAgain(987_654), 404, 'not_found')
    expectError(await countAgain(undefined), 400, 'invalid_request')
    expectError(await operatorCall(app, 'POST /api/admin/operations/set-votes-aside/stop'), 409, 'conflict')
  })

  it.each([
    { kind: 'voter', userId: 987_654 },
    { kind: 'item', mediaId: 987_654, days: 7 },
    { kind: 'network', network: 'f'.repeat(32) },
  ])('finds no voter for %j', async (of) => {
    const before = await newest()
    expectError(await setAside(of), 404, 'not_found')
    expect(await newest()).toEqual(before)
  })
})
