import { describe, expect, it } from 'vitest'
import {
  call,
  expectError,
  type QuickVisitor,
  quickVisitor,
  quickVisitors,
  readCookie,
} from '../../../test/app/call.ts'
import { expectExactCounts, expectNowhereIn, queryCount } from '../../../test/app/database.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { appWithWorker, withWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { countTraces, filePart, renditionsMade, upload } from '../../../test/make/upload.ts'
import { broken, usedSite } from '../../../test/make/used-site.ts'
import { eraseAccounts } from './account-deletion.service.ts'

const app = await testApp()
const { db } = app.deps
const picture = await quarters(16, 16).png().toBuffer()

const remove = ({ id, cookie }: Pick<QuickVisitor, 'id' | 'cookie'>, site: { baseUrl: string } = app) =>
  call(site, `DELETE /api/users/${id}`, { cookie })
const openAgain = ({ sessionId }: Pick<QuickVisitor, 'sessionId'>) =>
  call(app, 'POST /api/session', { body: { sessionId, username: '' } })
const countUsers = (id: number) => queryCount(db, 'SELECT count(*) FROM users WHERE id = $1', [id])
const entriesAbout = async (id: number) => (await listAudit(app)).filter(({ context }) => context.userId === id)

describe('deleting one’s own account', () => {
  it('removes session and uploads and frees the name at once', async () => {
    const [leaving, other] = (await quickVisitors(app, 2)) as [QuickVisitor, QuickVisitor]
    const name = `Ada ${leaving.id}`
    await call(app, `PATCH /api/users/${leaving.id}`, { cookie: leaving.cookie, body: { username: name } })
    expect((await upload(app, leaving, filePart(picture))).status).toBe(201)
    expect((await other.next()).status).toBe(200)
    await db.query({ text: 'INSERT INTO captured_emails (user_id, email) VALUES ($1, $2)' }, [
      leaving.id,
      'ada@example.com',
    ])

    const answer = await remove(leaving)
    expect(answer.status, answer.text).toBe(204)
    expect(answer.headers['set-cookie']?.join()).toMatch(/hv_session=;.*Expires=Thu, 01 Jan 1970/)

    expectError(await other.next(), 404, 'none_left')
    expectError(await leaving.vote(1), 401, 'no_session')
    expectError(await openAgain(leaving), 410, 'account_deleted')
    expectError(await call(app, 'GET /api/session', { cookie: leaving.cookie }), 410, 'account_deleted')
    const renamed = await call(app, `PATCH /api/users/${other.id}`, { cookie: other.cookie, body: { username: name } })
    expect(renamed.status, renamed.text).toBe(200)
    expect(await queryCount(db, `SELECT count(*) FROM captured_emails WHERE email = 'ada@example.com'`)).toBe(0)
    expect(await entriesAbout(leaving.id)).toMatchObject([
      { event: 'ACCOUNT_DELETE_REQUEST', actor: 'visitor', context: { uploads: 1, votes: 0, views: 0 } },
    ])
    expect(JSON.stringify(await listAudit(app))).not.toContain(name)
  })

  it('clears the cookie of reported items', async () => {
    const [leaving, owner] = (await quickVisitors(app, 2)) as [QuickVisitor, QuickVisitor]
    const [item = 0] = await newItems(app, owner.id, 1)
    const body = { userId: leaving.id, reason: 'spam' }
    const reported = await call(app, `POST /api/media/${item}/report`, { cookie: leaving.cookie, body })
    const answer = await remove({ id: leaving.id, cookie: `${leaving.cookie}; ${readCookie(reported)}` })
    expect(answer.headers['set-cookie']?.join()).toMatch(/hv_reported=;.*Expires=Thu, 01 Jan 1970/)
  })

  it("is allowed once and only for one's own account", async () => {
    const [leaving, other] = (await quickVisitors(app, 2)) as [QuickVisitor, QuickVisitor]
    expectError(await remove({ id: leaving.id, cookie: other.cookie }), 403, 'not_yours')
    expectError(await remove({ id: leaving.id, cookie: '' }), 401, 'no_session')
    expectError(await call(app, 'DELETE /api/users/0', { cookie: leaving.cookie }), 400, 'invalid_request')
    expect(await countUsers(leaving.id)).toBe(1)
    const answers = await Promise.all([remove(leaving), remove(leaving), remove(leaving)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401])
    expectError(await remove(leaving), 401, 'no_session')
    expect(await entriesAbout(leaving.id)).toHaveLength(1)
  })

  it('ends the session of each browser of the account', async () => {
    const leaving = await quickVisitor(app)
    const text = `INSERT INTO ended_sessions (token_hash, user_id) VALUES (sha256('${'o'.repeat(32)}'), $1)`
    await db.query({ text }, [leaving.id])
    expectError(await openAgain({ sessionId: 'o'.repeat(32) }), 410, 'saved_elsewhere')
    expect((await remove(leaving)).status).toBe(204)
    expectError(await openAgain({ sessionId: 'o'.repeat(32) }), 410, 'account_deleted')
  })
})

describe('the worker', () => {
  it('erases files, votes and views from all totals, and the user last', async () => {
    const site = await usedSite()
    const { app: used, owner, voter, items } = site
    const count = (text: string) => queryCount(used.deps.db, text)
    const [mine = 0] = await newItems(used, voter.id, 1)
    expect((await owner.vote(mine)).status).toBe(201)
    expect((await countTraces(used)).objects).toBeGreaterThan(9)
    expect((await remove(voter, used)).status).toBe(204)
    expect((await remove(owner, used)).status).toBe(204)
    await withWorker(used)
    const left = `SELECT count(*) FROM users WHERE id IN (${owner.id}, ${voter.id})`
    await expect.poll(() => count(left), SOON).toBe(0)
    await expect.poll(async () => (await countTraces(used)).objects, SOON).toBe(0)
    expect(await count(`SELECT count(*) FROM votes WHERE user_id IN (${owner.id}, ${voter.id})`)).toBe(0)
    expect(await count(`SELECT count(*) FROM media WHERE id = ANY ('{${items.join()}}')`)).toBe(0)
    await expectExactCounts(used.deps.db)
    const ends = (await listAudit(used)).filter(({ event }) => event === 'ACCOUNT_DELETE_COMPLETED')
    expect(ends.map(({ actor, context }) => ({ actor, ...context }))).toEqual(
      [
        { actor: 'system', userId: voter.id },
        { actor: 'system', userId: owner.id },
      ].sort((one, other) => one.userId - other.userId),
    )
    expect(broken(await site.look())).toEqual({})
  })

  it('erases the name from every table', async () => {
    const own = await appWithWorker()
    const leaving = await quickVisitor(own)
    const mine = 'Ada Lovelace at home.png'
    const [username, email] = ['Ada, Countess Lovelace', 'ada.lovelace@example.com']
    const changes = { cookie: leaving.cookie, body: { username } }
    expect((await call(own, `PATCH /api/users/${leaving.id}`, changes)).status).toBe(200)
    const saved = 'UPDATE users SET email = $2, email_verified_at = now() WHERE id = $1'
    await own.deps.db.query({ text: saved }, [leaving.id, email])
    expect((await upload(own, leaving, filePart(picture, mine))).status).toBe(201)
    await renditionsMade(own)
    expect((await remove(leaving, own)).status).toBe(204)
    const left = `SELECT count(*) FROM users WHERE id = ${leaving.id}`
    await expect.poll(() => queryCount(own.deps.db, left), SOON).toBe(0)
    await expectNowhereIn(own.deps.db, [mine, username, email])
  })
})

describe('a failing step', () => {
  it('keeps the account deleted and leaves its content to a job', async () => {
    const own = await testApp({ DATABASE_LOCK_TIMEOUT: '300' })
    const [leaving, other] = (await quickVisitors(own, 2)) as [QuickVisitor, QuickVisitor]
    const [item = 0] = await newItems(own, leaving.id, 1)
    const holder = await own.deps.db.pool.connect()
    await holder.query('BEGIN')
    await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await holder.query('SELECT FROM media WHERE id = $1 FOR UPDATE', [item])
    const answer = await remove(leaving, own)
    expect(answer.status, answer.text).toBe(204)
    expect((await operatorCall(own, `DELETE /api/admin/users/${other.id}`)).status).toBe(204)

    const run = () => eraseAccounts(own.deps, new AbortController().signal)
    const left = () => own.deps.db.query<{ id: number }>({ text: 'SELECT id FROM users' })
    await expect(run()).rejects.toThrow()
    expect(await left()).toEqual([{ id: leaving.id }])
    await holder.query('ROLLBACK')
    holder.release()
    await run()
    expect(await left()).toEqual([])
  })
})

describe('the operator', () => {
  const asOperator = (id: number | string) => operatorCall(app, `DELETE /api/admin/users/${id}`)

  it('deletes an account on request with an audit entry', async () => {
    const leaving = await quickVisitor(app)
    const answer = await asOperator(leaving.id)
    expect(answer.status, answer.text).toBe(204)
    expectError(await leaving.next(), 401, 'no_session')
    expectError(await openAgain(leaving), 410, 'account_deleted')
    expect(await entriesAbout(leaving.id)).toMatchObject([
      { event: 'ACCOUNT_DELETE_REQUEST', actor: 'operator', context: { uploads: 0, ip: '127.0.0.1' } },
    ])
    expectError(await asOperator(leaving.id), 409, 'conflict')
  })

  it('deletes no other user who has the number after a reset', async () => {
    const newcomer = await quickVisitor(app)
    const { body } = await operatorCall<{ createdAt: string }>(app, `GET /api/admin/users/${newcomer.id}`)
    expectError(await asOperator(`${newcomer.id}?createdAt=2026-01-01T00:00:00.000Z`), 409, 'conflict')
    expect((await newcomer.next()).status).not.toBe(401)
    expect((await asOperator(`${newcomer.id}?createdAt=${body.createdAt}`)).status).toBe(204)
  })

  it('gets 404 for an unknown user', async () => {
    expectError(await asOperator(9_999_999), 404, 'not_found')
    expectError(await asOperator('x'), 400, 'invalid_request')
    expectError(await call(app, 'DELETE /api/admin/users/1'), 401, 'not_operator')
  })
})
