import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { appWithMail, askToLogIn, askToSave, newAddress, saveAs } from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'
import { aClaim } from '../../../test/make/moderation.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { filePart, upload } from '../../../test/make/upload.ts'

const site = await appWithMail()
const { app } = site
const { db } = app.deps

type Lists =
  | 'sessions'
  | 'endedSessions'
  | 'loginTokens'
  | 'exchangeCodes'
  | 'capturedEmails'
  | 'media'
  | 'votes'
  | 'views'
type Data = { profile: Record<string, unknown> } & Record<Lists | 'takedowns', Record<string, unknown>[]>

const download = ({ id, cookie }: { id: number; cookie: string }) =>
  call<Data>(app, `GET /api/users/${id}/data`, { cookie })

describe('the data about a visitor', () => {
  it('is one file with all that the visitor uploaded, voted on and entered', async () => {
    const [owner, newcomer] = (await quickVisitors(app, 2)) as [QuickVisitor, QuickVisitor]
    const [first = 0, second = 0] = await newItems(app, owner.id, 2)
    await newcomer.vote(first, true)
    await newcomer.view(first)
    await newcomer.view(second)
    const email = newAddress()
    const visitor = await saveAs(site, newcomer, email)
    const uploaded = await upload(app, visitor, filePart(await quarters(16, 16).png().toBuffer(), 'lake.png'))
    expect(uploaded.status, uploaded.text).toBe(201)
    const captured = { email: 'left@example.com', sessionId: visitor.sessionId }
    expect((await call(app, 'POST /api/email-capture', { body: captured, cookie: visitor.cookie })).status).toBe(204)
    await askToLogIn(app, email)
    for (const complainantEmail of [email.toUpperCase(), 'somebody@example.com'])
      expect((await call(app, 'POST /api/dmca-takedown', { body: aClaim({ complainantEmail }) })).status).toBe(201)

    const { status, headers, body, text } = await download(visitor)
    expect(status, text).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="personal-data-${visitor.id}-\\d{4}-\\d\\d-\\d\\d\\.json"$`),
    )
    expect(headers['cache-control']).toBe('no-store')
    expect(body.profile).toMatchObject({ id: visitor.id, username: visitor.username, email, votesCast: 1, uploads: 1 })
    expect(body.votes).toEqual([{ mediaId: first, isHot: true, createdAt: expect.any(String) }])
    expect(body.views.map(({ mediaId }) => mediaId)).toEqual([first, second])
    expect(body.media).toMatchObject([
      { id: uploaded.body.id, originalName: 'lake.png', mimeType: 'image/png', width: 16, hotVotes: 0 },
    ])
    const files = body.media[0]?.files as Record<string, string>
    expect(new URL(files.original ?? '').pathname).toBe(uploaded.body.url)
    expect(Object.keys(files)).toEqual(['original', 'thumbnail'])
    expect(body.capturedEmails).toEqual([{ email: 'left@example.com', createdAt: expect.any(String) }])
    expect(body.sessions).toEqual([
      { createdAt: expect.any(String), seenAt: expect.any(String), expiresAt: expect.any(String) },
    ])
    expect(body.endedSessions).toHaveLength(1)
    expect(body.loginTokens.map(({ purpose }) => purpose).sort()).toEqual(['login', 'save'])
    expect(body.takedowns).toMatchObject([{ complainantEmail: email.toUpperCase(), complainantName: 'Ada Example' }])
  })

  it('includes the confirmed address in entries of others until the account is deleted', async () => {
    const email = newAddress()
    const text = 'INSERT INTO captured_emails (user_id, email) VALUES ($1, $2)'
    const other = await quickVisitor(app)
    for (const [userId, address] of [
      [null, email.toUpperCase()],
      [other.id, email],
      [other.id, 'others@example.com'],
    ])
      await db.query({ text }, [userId, address])
    const newcomer = await quickVisitor(app)
    expect((await download(newcomer)).body.capturedEmails).toEqual([])
    const visitor = await saveAs(site, newcomer, email)
    expect((await download(visitor)).body.capturedEmails).toMatchObject([{ email: email.toUpperCase() }, { email }])
    expect((await call(app, `DELETE /api/users/${visitor.id}`, { cookie: visitor.cookie })).status).toBe(204)
    const left = await db.query({ text: 'SELECT email FROM captured_emails WHERE user_id = $1' }, [other.id])
    expect(left).toEqual([{ email: 'others@example.com' }])
    expect(
      await db.query({ text: 'SELECT FROM captured_emails WHERE lower(email) = $1' }, [email.toLowerCase()]),
    ).toEqual([])
  })

  it('ends early and logs an error when reading fails halfway', async () => {
    const own = await testApp({ DATABASE_LOCK_TIMEOUT: '300' })
    const lines: string[] = []
    own.deps.log = pino({}, { write: (line) => void lines.push(line) })
    const visitor = await quickVisitor(own)
    const holder = await own.deps.db.pool.connect()
    await holder.query('BEGIN')
    await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await holder.query('LOCK TABLE views IN ACCESS EXCLUSIVE MODE')
    await expect(call(own, `GET /api/users/${visitor.id}/data`, { cookie: visitor.cookie })).rejects.toThrow()
    await holder.query('ROLLBACK')
    holder.release()
    // The client sees the end before the log line is written.
    await expect
      .poll(() => lines.filter((line) => line.includes('download of personal data failed')), SOON)
      .toHaveLength(1)
  })

  it('excludes secrets and data of other visitors', async () => {
    const [visitor, other] = (await quickVisitors(app, 2)) as [QuickVisitor, QuickVisitor]
    await newItems(app, other.id, 1)
    await askToSave(app, visitor, newAddress())
    const { text, body } = await download(visitor)
    expect(text).not.toContain(visitor.sessionId)
    expect(text).not.toMatch(/"\w*([Hh]ash|token|[Kk]ey|sha256)\w*":|"type":"Buffer"|\\\\x/)
    expect(body.media).toEqual([])
    expect(body.takedowns).toEqual([])
  })

  it('is complete for large amounts', async () => {
    const [owner, voter] = (await quickVisitors(app, 2)) as [QuickVisitor, QuickVisitor]
    await newItems(app, owner.id, 2500)
    const text = `WITH vote AS (
  INSERT INTO votes (user_id, media_id, is_hot) SELECT $1, id, true FROM media WHERE owner_id = $2 RETURNING media_id),
  total AS (UPDATE media SET hot_votes = hot_votes + 1 FROM vote WHERE id = media_id)
UPDATE users SET votes_cast = 2500 WHERE id = $1`
    await db.query({ text }, [voter.id, owner.id])
    const { body } = await download(voter)
    expect(body.votes).toHaveLength(2500)
    expect(new Set(body.votes.map(({ mediaId }) => mediaId)).size).toBe(2500)
    expect((await download(owner)).body.media).toHaveLength(2500)
  })

  it('is available to the visitor only', async () => {
    const [visitor, other] = (await quickVisitors(app, 2)) as [QuickVisitor, QuickVisitor]
    expectError(await download({ id: visitor.id, cookie: other.cookie }), 403, 'not_yours')
    expectError(await download({ id: visitor.id, cookie: '' }), 401, 'no_session')
    expectError(await call(app, 'GET /api/users/x/data', { cookie: visitor.cookie }), 400, 'invalid_request')
  })
})

describe('the operator', () => {
  it('gets the file on request, with an audit entry', async () => {
    const visitor = await quickVisitor(app)
    const route = `GET /api/admin/users/${visitor.id}/data` as const
    const { status, body } = await operatorCall<Data>(app, route)
    expect(status).toBe(200)
    expect(body.profile).toMatchObject({ username: visitor.username })
    const entries = (await listAudit(app)).filter(({ context }) => context.userId === visitor.id)
    expect(entries).toMatchObject([
      { event: 'PERSONAL_DATA_EXPORTED', actor: 'operator', context: { ip: '127.0.0.1' } },
    ])
    expectError(await operatorCall(app, 'GET /api/admin/users/9999999/data'), 404, 'not_found')
    expectError(await call(app, route), 401, 'not_operator')
    expect((await operatorCall(app, `DELETE /api/admin/users/${visitor.id}`)).status).toBe(204)
    expectError(await operatorCall(app, route), 404, 'not_found')
  })
})
