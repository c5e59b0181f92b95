import type { Outlier, OutlierReason } from '@hotvote/shared/operator/vote-review'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectError } from '../../../test/app/call.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { withWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'
import { setAsides } from '../../../test/make/moderation.ts'

let app: TestApp
let items: number[]
beforeEach(async () => {
  app = await testApp()
  const [owner] = await newVoters(1)
  items = await newItems(app, owner ?? 0, 120)
  await app.deps.db.query({ text: `UPDATE media SET created_at = now() - interval '60 days'` })
})

const newVoters = async (count: number, { days = 100, network = '' } = {}) => {
  const text = `
WITH made AS (
  INSERT INTO users (username, created_at) SELECT gen_random_uuid(), now() - make_interval(days => $2::int)
  FROM generate_series(1, $1::int) RETURNING id),
session AS (
  INSERT INTO sessions (token_hash, user_id, network) SELECT sha256(int8send(id)), id, decode($3, 'hex') FROM made WHERE $3 <> '')
SELECT id FROM made ORDER BY id`
  const rows = await app.deps.db.query<{ id: number }>({ text }, [count, days, network])
  return rows.map(({ id }) => id)
}

type Voting = { on?: number[]; seconds: number; hot?: (n: number) => boolean; ago?: string }

const vote = async (voter: number, { on = items, seconds, hot = (n) => n % 2 === 0, ago = '1 hour' }: Voting) => {
  const text = `
WITH made AS (
  INSERT INTO votes (user_id, media_id, is_hot, created_at)
  SELECT $1, item, hot, now() - $5::interval - make_interval(secs => $4::float8 * (cardinality($2::bigint[]) - n))
  FROM unnest($2::bigint[], $3::boolean[]) WITH ORDINALITY AS each (item, hot, n) RETURNING media_id, is_hot),
counter AS (UPDATE users SET votes_cast = votes_cast + cardinality($2::bigint[]) WHERE id = $1)
UPDATE media SET hot_votes = hot_votes + is_hot::int, not_votes = not_votes + (NOT is_hot)::int FROM made WHERE id = media_id`
  await app.deps.db.query({ text }, [voter, on, on.map((_, n) => hot(n)), seconds, ago])
}

const outliers = async (query = '') => {
  const { status, body, text, headers } = await operatorCall<Outlier[]>(app, `GET /api/admin/outliers${query}`)
  expect(status, text).toBe(200)
  return { rows: body, next: /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1] }
}
const getReasons = async (query?: string): Promise<[OutlierReason, number][]> =>
  (await outliers(query)).rows.map(({ reason, measure }) => [reason, measure])

describe('an unusual voter', () => {
  it.each<[string, Voting, [OutlierReason, number][]]>([
    ['sixty votes in a minute', { on: [], seconds: 1 }, [['burst', 60]]],
    ['less than 0.7 seconds from one vote to the next', { on: [], seconds: 0.5 }, [['fast', 500]]],
    ['nearly always equal votes', { on: [], seconds: 30, hot: (n) => n !== 7 }, [['one_side', 0.98]]],
  ])('is an outlier for %s', async (_what, voting, expected) => {
    const [voter = 0] = await newVoters(1)
    const count = { burst: 60, fast: 20, one_side: 50 }[expected[0]?.[0] as 'burst']
    await vote(voter, { ...voting, on: items.slice(0, count) })
    expect(await getReasons()).toEqual(expected)
    const [row] = (await outliers()).rows
    expect(row).toMatchObject({ userId: voter, votes: count, username: expect.any(String), mediaId: null })
    expect(Date.parse(row?.lastAt ?? '')).toBeLessThan(Date.now() - 59 * 60_000)
  })

  it.each<[string, number, Omit<Voting, 'on'>]>([
    ['59 votes in a minute', 59, { seconds: 1 }],
    ['19 votes at once', 19, { seconds: 0.1 }],
    ['0.7 seconds a vote', 30, { seconds: 0.7 }],
    ['49 equal votes', 49, { seconds: 30, hot: () => true }],
    ['94 equal votes of a hundred', 100, { seconds: 30, hot: (n) => n >= 6 }],
    ['a burst of last week', 120, { seconds: 0.2, ago: '7 days' }],
  ])('is no outlier for %s', async (_what, count, voting) => {
    const [voter = 0] = await newVoters(1)
    await vote(voter, { ...voting, on: items.slice(0, count) })
    expect(await getReasons()).toEqual([])
  })

  it('is an outlier within the chosen days until the votes are set aside', async () => {
    await withWorker(app)
    const [voter = 0] = await newVoters(1)
    await vote(voter, { seconds: 0.2, ago: '7 days' })
    expect((await getReasons('?days=30')).map(([reason]) => reason).sort()).toEqual(['burst', 'fast'])
    expect(await getReasons('?days=1')).toEqual([])
    await setAsides(app).setAside({ kind: 'voter', userId: voter })
    expect(await getReasons('?days=30')).toEqual([])
  })
})

describe('other outliers', () => {
  const here = 'ab'.repeat(16)

  it('include a network with ten voters', async () => {
    const voters = await newVoters(10, { network: here })
    for (const voter of voters.slice(1)) await vote(voter, { on: items.slice(0, 3), seconds: 60 })
    expect(await getReasons()).toEqual([])
    await vote(voters[0] ?? 0, { on: items.slice(0, 3), seconds: 60 })
    const { rows } = await outliers()
    expect(rows).toMatchObject([{ reason: 'network', measure: 10, votes: 30, network: here, userId: null }])
  })

  it('exclude a network of ten voters after one moved away', async () => {
    await withWorker(app)
    const voters = await newVoters(11, { network: here })
    for (const voter of voters) await vote(voter, { on: items.slice(0, 3), seconds: 60 })
    const move = async (voter = 0) => {
      const text = `INSERT INTO sessions (token_hash, user_id, network, seen_at)
        SELECT sha256(int8send(-id)), id, decode($2, 'hex'), now() + interval '1 hour' FROM users WHERE id = $1`
      await app.deps.db.query({ text }, [voter, 'cd'.repeat(16)])
    }
    await move(voters[0])
    expect((await outliers()).rows).toMatchObject([{ reason: 'network', measure: 10, votes: 30, network: here }])
    await move(voters[1])
    expect((await outliers()).rows).toEqual([])
    const { body } = await setAsides(app).setAside({ kind: 'network', network: here })
    expect(body.voters).toBe(9)
  })

  /** Votes on other items make the item differ from the site's average. */
  const others = async () => {
    for (const voter of await newVoters(10)) await vote(voter, { on: items.slice(20, 60), seconds: 60 })
  }

  it('include an item with votes by new voters', async () => {
    await others()
    const [item = 0] = items
    for (const voter of await newVoters(6)) await vote(voter, { on: [item], seconds: 0 })
    for (const voter of await newVoters(24, { days: 2 })) await vote(voter, { on: [item], seconds: 0 })
    const { rows } = await outliers('?reason=item_new_voters')
    expect(rows).toMatchObject([{ mediaId: item, mediaName: 'made.jpg', measure: 0.8, votes: 24, network: null }])
  })

  it('include an item with votes from one network', async () => {
    await others()
    const [item = 0] = items
    for (const voter of await newVoters(15, { network: here })) await vote(voter, { on: [item], seconds: 0 })
    for (const voter of await newVoters(15)) await vote(voter, { on: [item], seconds: 0 })
    const { rows } = await outliers('?reason=item_network')
    expect(rows).toMatchObject([{ mediaId: item, measure: 0.5, votes: 15, network: here }])
  })

  it('include an item with ten times its usual votes', async () => {
    const [item = 0, usual = 0] = items
    for (const voter of await newVoters(53)) await vote(voter, { on: [item, usual], seconds: 0, ago: '20 days' })
    for (const voter of await newVoters(70)) await vote(voter, { on: [item], seconds: 0 })
    for (const voter of await newVoters(60)) await vote(voter, { on: [usual], seconds: 0 })
    const { rows } = await outliers('?reason=item_rate')
    expect(rows).toMatchObject([{ mediaId: item, measure: expect.closeTo(10, 2), votes: 70 }])
  })
})

describe('votes on an item in the trash', () => {
  const trash = async (item = 0) =>
    expect((await operatorCall(app, `DELETE /api/admin/media/${item}`)).status).toBe(204)
  const restore = async (item = 0) =>
    expect((await operatorCall(app, `POST /api/admin/trash/${item}/restore`)).status).toBe(204)

  it('keep an item from being an outlier until it is restored', async () => {
    const [item = 0] = items
    for (const voter of await newVoters(24, { days: 2 })) await vote(voter, { on: [item], seconds: 0 })
    for (const voter of await newVoters(60)) await vote(voter, { on: items.slice(1, 3), seconds: 0 })
    const ofItem = async () => (await outliers()).rows.filter(({ mediaId }) => mediaId === item)
    expect(await ofItem()).not.toEqual([])
    await trash(item)
    expect(await ofItem()).toEqual([])
    await restore(item)
    expect(await ofItem()).not.toEqual([])
  })

  it.each<Omit<Voting, 'on'> & { votes: number; reason: OutlierReason }>([
    { reason: 'burst', votes: 60, seconds: 1 },
    { reason: 'fast', votes: 20, seconds: 0.5 },
    { reason: 'one_side', votes: 50, seconds: 30, hot: () => true },
  ])('keep no voter as an outlier for $reason', async (example) => {
    const { reason, votes, ...voting } = example
    const [voter = 0] = await newVoters(1)
    await vote(voter, { ...voting, on: items.slice(0, votes + 1) })
    const found = async () => (await outliers()).rows.map((row) => [row.reason, row.votes])
    await trash(items[votes])
    expect(await found()).toEqual([[reason, votes]])
    await trash(items[0])
    expect(await found()).toEqual([])
    await restore(items[0])
    expect(await found()).toEqual([[reason, votes]])
  })
})

describe('the list of outliers', () => {
  it('is paged, heaviest first, with each outlier once', async () => {
    const voters = await newVoters(12)
    for (const [n, voter] of voters.entries())
      await vote(voter, { on: items.slice(0, 60 + n), seconds: 0.2, hot: () => true })
    const all = (await outliers()).rows
    expect(all).toHaveLength(36)
    expect(all.map(({ weight }) => weight)).toEqual(all.map(({ weight }) => weight).sort((a, b) => b - a))
    const pages: Outlier[] = []
    for (let next: string | undefined = '/api/admin/outliers?limit=5'; next; ) {
      const page: Awaited<ReturnType<typeof outliers>> = await outliers(next.replace('/api/admin/outliers', ''))
      pages.push(...page.rows)
      next = page.next
    }
    expect(pages).toEqual(all)
  })

  it.each(['days=2', 'days=0', 'reason=ugly', 'cursor=AAAA', 'cursor=WzEsMl0', 'limit=0', 'limit=501'])(
    'refuses %s',
    async (query) => {
      expectError(await operatorCall(app, `GET /api/admin/outliers?${query}`), 400, 'invalid_request')
    },
  )
})
