import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, quickVisitors } from '../../../test/call.ts'
import { countOf, expectExactCounts, waitingFor } from '../../../test/counts.ts'
import { newItems } from '../../../test/items.ts'
import { newAddress, saveAs } from '../../../test/links.ts'
import { appWithMail } from '../../../test/mailbox.ts'
import { operatorCall, startAsOperator } from '../../../test/operator.ts'
import { runServer } from '../../../test/server-process.ts'
import { setAsides } from '../../../test/set-asides.ts'
import { openServer, untilStatementsEnd, withLongTimeouts } from '../../../test/site.ts'
import { PROCESSES, SOON } from '../../../test/soon.ts'
import { testApp } from '../../../test/test-app.ts'
import { afterTrashDays } from '../../../test/trash.ts'
import { afterSilence, appWithWorker, operationWhen, withWorker } from '../../../test/worker.ts'

type Queried = { deps: { db: Parameters<typeof countOf>[0] } }

/** An item that so many made-up users have voted on. */
const popularItem = async (app: Queried, ownerId: number, voters: number) => {
  const [mediaId = 0] = await newItems(app, ownerId, 1)
  const text = `
WITH voter AS (
  INSERT INTO users (username, votes_cast) SELECT 'Voter ' || $1::bigint || '-' || n, 1 FROM generate_series(1, $2::int) n
  RETURNING id),
vote AS (INSERT INTO votes (user_id, media_id, is_hot) SELECT id, $1::bigint, id % 3 > 0 FROM voter RETURNING is_hot)
UPDATE media SET hot_votes = (SELECT count(*) FILTER (WHERE is_hot) FROM vote),
  not_votes = (SELECT count(*) FILTER (WHERE NOT is_hot) FROM vote) WHERE id = $1`
  await app.deps.db.query({ text }, [mediaId, voters])
  return mediaId
}

const KIND = 'set-votes-aside'
const ASIDE = 'SELECT count(*) FROM set_aside_votes WHERE media_id = $1'
const SUM = 'SELECT hot_votes + not_votes FROM media WHERE id = $1'

/** A transaction that keeps the last of an item's voters from being set aside. */
const holdLast = async (
  pool: { connect(): Promise<{ query(text: string, values?: unknown[]): Promise<unknown>; release(): void }> },
  mediaId: number,
) => {
  const holder = await pool.connect()
  await holder.query('SET idle_in_transaction_session_timeout = 0; BEGIN')
  const text = 'SELECT FROM users WHERE id = (SELECT max(user_id) FROM votes WHERE media_id = $1) FOR UPDATE'
  await holder.query(text, [mediaId])
  return async () => {
    await holder.query('ROLLBACK')
    holder.release()
  }
}

describe('setting votes aside', () => {
  it('goes on in another process where one ends in the middle, and tells how far it is', async () => {
    const app = await testApp()
    const owner = await quickVisitor(app)
    const mediaId = await popularItem(app, owner.id, 1300)
    const release = await holdLast(app.deps.db.pool, mediaId)
    const first = await withWorker(app)
    await startAsOperator(app, 'POST /api/admin/set-votes-aside', { kind: 'item', mediaId })
    await operationWhen(app, KIND, ({ progress }) => progress.done === 1000)
    expect(await countOf(app.deps.db, ASIDE, [mediaId])).toBe(1000)
    await expectExactCounts(app.deps.db)
    const stopping = first.stop()
    await release()
    await stopping
    await withWorker(app)
    const done = await operationWhen(app, KIND, ({ status }) => status === 'done')
    expect(done).toMatchObject({ progress: { done: 1300 }, result: { votes: 1300 } })
    expect((await setAsides(app).list()).map(({ votes }) => votes)).toEqual([1300])
    expect(await countOf(app.deps.db, SUM, [mediaId])).toBe(0)
    await expectExactCounts(app.deps.db)
  })

  it('can be stopped: what was set aside until then stays, and counts again as one', async () => {
    const app = await appWithWorker()
    const owner = await quickVisitor(app)
    const mediaId = await popularItem(app, owner.id, 1300)
    const release = await holdLast(app.deps.db.pool, mediaId)
    await startAsOperator(app, 'POST /api/admin/set-votes-aside', { kind: 'item', mediaId })
    await operationWhen(app, KIND, ({ progress }) => progress.done === 1000)
    expectError(await setAsides(app).setAside({ kind: 'synthetic' }), 409, 'busy')
    expectError(await operatorCall(app, 'POST /api/admin/reset-database'), 409, 'busy')
    await operatorCall(app, `POST /api/admin/operations/${KIND}/stop`)
    // The first of them looks for a stop, the second comes when that was done.
    const beat = async () => (await app.deps.db.query({ text: 'SELECT heartbeat_at FROM operations' }))[0]
    for (let beats = 0; beats < 2; beats++) {
      const last = await beat()
      await expect.poll(beat, SOON).not.toEqual(last)
    }
    await release()
    const { result } = await operationWhen(app, KIND, ({ status }) => status === 'stopped')
    const [made] = await setAsides(app).list()
    expect(result).toMatchObject({ votes: made?.votes })
    await expectExactCounts(app.deps.db)
    await setAsides(app).countAgain({ kind: 'set_aside', setAsideId: made?.id })
    expect(await countOf(app.deps.db, SUM, [mediaId])).toBe(1300)
    await expectExactCounts(app.deps.db)
  })

  it('leaves votes that are cast meanwhile, and what is asked for twice happens once', async () => {
    const app = await appWithWorker()
    const owner = await quickVisitor(app)
    const mediaId = await popularItem(app, owner.id, 1300)
    const voters = await quickVisitors(app, 20)
    const order = { kind: 'item', mediaId }
    const [replies, answers] = await Promise.all([
      Promise.all([setAsides(app).setAside(order), setAsides(app).setAside(order)]),
      Promise.all(voters.map(({ vote }) => vote(mediaId))),
    ])
    expect(answers.map(({ status }) => status)).toEqual(voters.map(() => 201))
    for (const { status, body, text } of replies) {
      expect([200, 409], text).toContain(status)
      if (status === 200) expect(body.votes).toBeLessThanOrEqual(1320)
    }
    await expectExactCounts(app.deps.db)
    const left = await countOf(app.deps.db, SUM, [mediaId])
    expect(left + (await countOf(app.deps.db, ASIDE, [mediaId]))).toBe(1320)
    const made = await setAsides(app).list()
    const again = await Promise.all(
      made
        .flatMap(({ id }) => [
          { kind: 'set_aside', setAsideId: id },
          { kind: 'set_aside', setAsideId: id },
        ])
        .map(setAsides(app).countAgain),
    )
    for (const { status, text } of again) expect([200, 409], text).toContain(status)
    for (const { id } of made) await setAsides(app).countAgain({ kind: 'set_aside', setAsideId: id })
    expect(await countOf(app.deps.db, SUM, [mediaId])).toBe(1320)
    await expectExactCounts(app.deps.db)
  })

  it('meets the deletion of the item: its votes are erased, aside or not', async () => {
    const app = await appWithWorker()
    const owner = await quickVisitor(app)
    for (const wait of [0, 1]) {
      const mediaId = await popularItem(app, owner.id, 1300)
      if (wait) await setAsides(app).setAside({ kind: 'item', mediaId })
      const [deleted, moved] = await Promise.all([
        call(app, `DELETE /api/media/${mediaId}?userId=${owner.id}`, { cookie: owner.cookie }),
        wait
          ? setAsides(app).countAgain({ kind: 'set_aside', setAsideId: (await setAsides(app).list())[0]?.id })
          : setAsides(app).setAside({ kind: 'item', mediaId }),
      ])
      expect([deleted.status, moved.status], moved.text).toEqual([204, 200])
      await expectExactCounts(app.deps.db)
      await afterTrashDays(app)
      await expect.poll(() => countOf(app.deps.db, 'SELECT count(*) FROM media WHERE id = $1', [mediaId]), SOON).toBe(0)
      expect(await countOf(app.deps.db, ASIDE, [mediaId])).toBe(0)
      expect(await countOf(app.deps.db, 'SELECT count(*) FROM votes')).toBe(0)
      await expectExactCounts(app.deps.db)
    }
  })

  it('meets a day that is being written down: it waits, and takes its votes off what was written', async () => {
    const app = await appWithWorker()
    const { db } = app.deps
    const owner = await quickVisitor(app)
    const mediaId = await popularItem(app, owner.id, 30)
    await db.query({ text: `UPDATE votes SET created_at = created_at - interval '1 day'` })
    const writer = await db.pool.connect()
    await writer.query('SET idle_in_transaction_session_timeout = 0; BEGIN')
    await writer.query('LOCK TABLE daily_activity IN SHARE ROW EXCLUSIVE MODE')
    const done = setAsides(app).setAside({ kind: 'item', mediaId })
    await expect.poll(() => waitingFor(db, 'daily_activity'), SOON).toBe(1)
    await writer.query(`
INSERT INTO daily_activity SELECT (created_at AT TIME ZONE 'UTC')::date, count(*), 0, 0
FROM votes WHERE (user_id, media_id) NOT IN (SELECT user_id, media_id FROM set_aside_votes) GROUP BY 1`)
    await writer.query(
      'UPDATE daily_activity SET hot_votes = (SELECT hot_votes FROM media WHERE id = $1), not_votes = (SELECT not_votes FROM media WHERE id = $1)',
      [mediaId],
    )
    await writer.query('COMMIT')
    writer.release()
    expect((await done).body.votes).toBe(30)
    expect(await db.query({ text: 'SELECT hot_votes, not_votes FROM daily_activity' })).toEqual([
      { hot_votes: 0, not_votes: 0 },
    ])
  })

  it('meets a population: what it adds meanwhile counts', async () => {
    const app = await appWithWorker()
    const owner = await quickVisitor(app)
    await newItems(app, owner.id, 10)
    const populate = () => operatorCall(app, 'POST /api/admin/populate-votes?minVotes=20&maxVotes=20')
    await populate()
    const replies = await Promise.all([populate(), setAsides(app).setAside({ kind: 'synthetic' })])
    expect(replies.map(({ status, text }) => [status, status === 200 ? '' : text])).toEqual([
      [200, ''],
      [200, ''],
    ])
    await expectExactCounts(app.deps.db)
    await setAsides(app).setAside({ kind: 'synthetic' })
    expect(await countOf(app.deps.db, 'SELECT sum(hot_votes + not_votes) FROM media')).toBe(0)
    await setAsides(app).countAgain({ kind: 'synthetic' })
    expect(await countOf(app.deps.db, 'SELECT sum(hot_votes + not_votes) FROM media')).toBe(400)
    await expectExactCounts(app.deps.db)
  })

  it('is forgotten with a reset', async () => {
    const app = await appWithWorker()
    const owner = await quickVisitor(app)
    const mediaId = await popularItem(app, owner.id, 5)
    await setAsides(app).setAside({ kind: 'item', mediaId })
    expect((await operatorCall(app, 'POST /api/admin/reset-database')).status).toBe(200)
    expect(await setAsides(app).list()).toEqual([])
    expect((await operatorCall(app, `GET /api/admin/operations/${KIND}`)).body).toBeNull()
    expect(await countOf(app.deps.db, 'SELECT count(*) FROM set_aside_votes')).toBe(0)
  })
})

describe('votes that are set aside, when their visitor saves to an account', async () => {
  const site = await appWithMail()
  const { app } = site
  await withWorker(app)
  const owner = await quickVisitor(app)
  const { setAside, countAgain, list, totals } = setAsides(app)
  const vote = (rater: { id: number; cookie: string }, mediaId: number, isHot: boolean) =>
    call(app, 'POST /api/votes', { cookie: rater.cookie, body: { userId: rater.id, mediaId, isHot } })

  it('stay so; of two votes on an item the older stays, as it was', async () => {
    for (const aside of [[], ['account'], ['visitor'], ['account', 'visitor']]) {
      const email = newAddress()
      const account = await saveAs(site, await quickVisitor(app), email)
      const visitor = await quickVisitor(app)
      const [older = 0, newer = 0, only = 0, own = 0] = await newItems(app, owner.id, 4)
      await app.deps.db.query({ text: 'UPDATE media SET owner_id = $1 WHERE id = $2' }, [account.id, own])
      await vote(account, newer, true)
      await vote(visitor, newer, false)
      await vote(visitor, older, false)
      await vote(account, older, true)
      await vote(visitor, only, true)
      await vote(visitor, own, true)
      for (const who of aside) await setAside({ kind: 'voter', userId: who === 'account' ? account.id : visitor.id })
      await saveAs(site, visitor, email)
      const [ofAccount, ofVisitor] = [aside.includes('account') ? 0 : 1, aside.includes('visitor') ? 0 : 1]
      expect(await Promise.all([newer, older, only, own].map(totals)), aside.join()).toEqual([
        [ofAccount, 0],
        [0, ofVisitor],
        [ofVisitor, 0],
        [0, 0],
      ])
      await app.deps.db.query({ text: 'UPDATE media SET owner_id = $1 WHERE id = $2' }, [owner.id, own])
      await expectExactCounts(app.deps.db)
      for (const { id } of await list()) await countAgain({ kind: 'set_aside', setAsideId: id })
      expect(await Promise.all([newer, older, only].map(totals))).toEqual([
        [1, 0],
        [0, 1],
        [1, 0],
      ])
      await expectExactCounts(app.deps.db)
    }
  })

  it('are exact where both happen at once', async () => {
    for (let round = 0; round < 5; round++) {
      const email = newAddress()
      const account = await saveAs(site, await quickVisitor(app), email)
      const visitor = await quickVisitor(app)
      const items = await newItems(app, owner.id, 30)
      for (const item of items) await vote(visitor, item, true)
      for (const item of items.slice(0, 10)) await vote(account, item, false)
      const both = Promise.all([saveAs(site, visitor, email), setAside({ kind: 'voter', userId: visitor.id })])
      expect((await both)[1].status).toBe(200)
      await expectExactCounts(app.deps.db)
      const orphans =
        'SELECT count(*) FROM set_aside_votes WHERE (user_id, media_id) NOT IN (SELECT user_id, media_id FROM votes)'
      expect(await countOf(app.deps.db, orphans)).toBe(0)
    }
  })
})

describe('a process that is killed while it sets votes aside', PROCESSES, () => {
  it('leaves the rest to the next one, and each vote is taken off once', async () => {
    const { db, env, server } = await openServer(withLongTimeouts)
    const owner = await quickVisitor(server)
    const mediaId = await popularItem({ deps: { db } }, owner.id, 1300)
    const release = await holdLast(db.pool, mediaId)
    await startAsOperator(server, 'POST /api/admin/set-votes-aside', { kind: 'item', mediaId })
    await expect.poll(() => countOf(db, ASIDE, [mediaId]), SOON).toBe(1000)
    server.signal('SIGKILL')
    await server.exited
    await release()
    await untilStatementsEnd(db)
    await expectExactCounts(db)
    await afterSilence(db)
    const next = await runServer(env)
    expect(await operationWhen(next, KIND, ({ status }) => status === 'done')).toMatchObject({
      result: { votes: 1300 },
    })
    expect(await countOf(db, SUM, [mediaId])).toBe(0)
    await expectExactCounts(db)
  })
})
