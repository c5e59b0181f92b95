import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { expectExactCounts, hold, queryCount } from '../../../test/app/database.ts'
import { operatorCall, startAsOperator } from '../../../test/app/operator.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { appWithWorker, operationWhen, withWorker } from '../../../test/app/worker.ts'
import { appWithMail, newAddress, saveAs } from '../../../test/fakes/mailbox.ts'
import { newItems, newRatedItems } from '../../../test/make/items.ts'
import { setAsides } from '../../../test/make/moderation.ts'

const KIND = 'set-votes-aside'
const SUM = 'SELECT sum(hot_votes + not_votes) FROM media'
const holdItem = ({ deps: { db } }: TestApp, id = 0) => hold(db, 'SELECT FROM media WHERE id = $1 FOR UPDATE', [id])
const setVoterAside = (app: Parameters<typeof startAsOperator>[0], userId: number) =>
  startAsOperator(app, 'POST /api/admin/set-votes-aside', { kind: 'voter', userId })
const untilRecounted = (app: Parameters<typeof operationWhen>[0]) =>
  operationWhen(app, KIND, ({ status }) => status === 'done')

describe('a recount', () => {
  it('continues in another process after a kill, with its progress', async () => {
    const app = await testApp()
    const [owner, voter] = (await quickVisitors(app, 2)) as [QuickVisitor, QuickVisitor]
    const items = await newRatedItems(app, owner.id, { voter: voter.id, count: 130 })
    const held = await holdItem(app, items.at(-1))
    const first = await withWorker(app)
    await setVoterAside(app, voter.id)
    await operationWhen(app, KIND, ({ progress }) => progress.done === 100 && progress.total === 130)
    expect(await queryCount(app.deps.db, SUM)).toBe(30)
    expectError(await setAsides(app).setAside({ kind: 'voter', userId: owner.id }), 404, 'not_found')
    expectError(await operatorCall(app, `POST /api/admin/operations/${KIND}/stop`), 409, 'conflict')
    expectError(await operatorCall(app, 'POST /api/admin/reset-database'), 409, 'busy')
    const stopping = first.stop()
    await held.end()
    await stopping
    await withWorker(app)
    expect(await untilRecounted(app)).toMatchObject({ progress: { done: 130, total: 130 }, result: { voters: 1 } })
    expect(await queryCount(app.deps.db, SUM)).toBe(0)
    await expectExactCounts(app.deps.db)
  })

  it('is exact during simultaneous votes and undos', async () => {
    const app = await appWithWorker()
    const owner = await quickVisitor(app)
    const items = await newItems(app, owner.id, 4)
    const voters = await quickVisitors(app, 12)
    for (const { vote } of voters) await vote(items[0] ?? 0)
    for (let round = 0; round < 3; round++) {
      const rate = async ({ vote, undo }: QuickVisitor) => {
        for (const id of items.slice(1)) if ((await vote(id)).status === 409) await undo(id)
      }
      const turn =
        round % 2 === 0
          ? setAsides(app).setAside({ kind: 'item', mediaId: items[0], days: 1 })
          : setAsides(app).countAgain((await setAsides(app).newest())?.id)
      const [{ status }] = await Promise.all([turn, ...voters.map(rate)])
      expect(status).toBe(200)
      await expectExactCounts(app.deps.db)
    }
  })

  it('is deleted by a reset', async () => {
    const app = await appWithWorker()
    const [owner, voter] = (await quickVisitors(app, 2)) as [QuickVisitor, QuickVisitor]
    await newRatedItems(app, owner.id, { voter: voter.id, count: 1 })
    await setAsides(app).setAside({ kind: 'voter', userId: voter.id })
    expect((await operatorCall(app, 'POST /api/admin/reset-database')).status).toBe(200)
    expect(await setAsides(app).newest()).toBeUndefined()
    expect((await operatorCall(app, `GET /api/admin/operations/${KIND}`)).body).toBeNull()
  })
})

describe('voters that save to an account', async () => {
  const site = await appWithMail()
  const { app } = site
  await withWorker(app)
  const owner = await quickVisitor(app)
  const { setAside, countAgain, newest, totals } = setAsides(app)
  const vote = (rater: { id: number; cookie: string }, mediaId: number, isHot: boolean) =>
    call(app, 'POST /api/votes', { cookie: rater.cookie, body: { userId: rater.id, mediaId, isHot } })

  it('count like the account that they save to', async () => {
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
      const entry = await newest()
      await saveAs(site, visitor, email)
      const counted = [
        [1, 0],
        [1, 0],
        [1, 0],
        [0, 0],
      ]
      const now = () => Promise.all([newer, older, only, own].map(totals))
      expect(await now(), aside.join()).toEqual(aside.includes('account') ? counted.map(() => [0, 0]) : counted)
      await app.deps.db.query({ text: 'UPDATE media SET owner_id = $1 WHERE id = $2' }, [owner.id, own])
      await expectExactCounts(app.deps.db)
      if (aside[0] !== 'account') continue
      await countAgain(aside.length === 1 ? entry?.id : (entry?.id ?? 0) - 1)
      expect(await now()).toEqual(counted)
      await expectExactCounts(app.deps.db)
    }
  })
})
