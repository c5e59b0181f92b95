import type { Ban } from '@hotvote/shared/operator/bans'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor, visitorFrom } from '../../../test/app/call.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'
import { filePart, upload } from '../../../test/make/upload.ts'

const app = await testApp({ TRUST_PROXY: '1' })
const ban = (body: object) => operatorCall<Ban>(app, 'POST /api/admin/bans', { days: 7, reason: 'Spam', ...body })
const banned = async (body: object) => {
  const reply = await ban(body)
  expect(reply).toMatchObject({ status: 201 })
  return reply.body
}
const lift = (id: number) => operatorCall(app, `DELETE /api/admin/bans/${id}`)
const list = async () => (await operatorCall<Ban[]>(app, 'GET /api/admin/bans')).body

const sendFile = (visitor: QuickVisitor) => upload(app, visitor, filePart('no picture'))

beforeEach(() => app.deps.db.query({ text: 'TRUNCATE bans' }))

describe('the ban of a network', () => {
  it('refuses and counts votes from the network until the ban is lifted', async () => {
    const [first = 0, second = 0] = await newItems(app, (await quickVisitor(app)).id, 2)
    const [inside, outside] = [await visitorFrom(app, '192.0.2.7'), await visitorFrom(app, '198.51.100.7')]
    const { id, target } = await banned({ kind: 'network', address: '192.0.2.200', parts: ['vote'] })
    expect(target).toMatch(/^[0-9a-f]{32}$/)
    await expect.poll(async () => (await inside.vote(first)).status, SOON).toBe(403)
    expect(expectError(await inside.vote(first), 403, 'closed').error).toBe("You can't vote from your network.")
    expectError(await sendFile(inside), 415, 'unsupported_type')
    expect((await outside.vote(first)).status).toBe(201)
    const [entry] = await list()
    expect(entry).toMatchObject({ id, kind: 'network', isActive: true, reason: 'Spam', parts: ['vote'] })
    expect(entry?.hits).toBeGreaterThan(1)
    expect((await lift(id)).status).toBe(204)
    expectError(await lift(id), 404, 'not_found')
    await expect.poll(async () => (await inside.vote(second)).status, SOON).toBe(201)
    expect(await list()).toMatchObject([{ id, isActive: false }])
    expect((await listAudit(app)).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['BAN_ADDED', 'BAN_LIFTED']),
    )
  })

  it('refuses reports however their path is spelled', async () => {
    const [item = 0] = await newItems(app, (await quickVisitor(app)).id, 1)
    const { id: userId, cookie, headers } = await visitorFrom(app, '192.0.2.7')
    const report = (path: string) =>
      call(app, `POST /api/media/${item}/${path}`, { cookie, headers, body: { userId, reason: 'spam' } })
    await banned({ kind: 'network', address: '192.0.2.1', parts: ['report'] })
    await expect.poll(async () => (await report('report')).status, SOON).toBe(403)
    for (const path of ['report/', 'REPORT']) expectError(await report(path), 403, 'closed')
  })

  it('tells visitors from the network which parts are closed to them', async () => {
    await banned({ kind: 'network', address: '192.0.2.1', parts: ['vote', 'upload'] })
    const headers = { 'X-Forwarded-For': '192.0.2.9' }
    expect((await call(app, 'GET /api/closed', { headers })).body).toEqual({
      uploads: "You can't upload from your network.",
      voting: "You can't vote from your network.",
      site: null,
    })
    expect((await call(app, 'GET /api/closed')).body).toEqual({ uploads: null, voting: null, site: null })
  })

  it('bans the network of a user and refuses a second ban', async () => {
    const visitor = await visitorFrom(app, '203.0.113.5')
    const { target } = await banned({ kind: 'network', userId: visitor.id, parts: ['upload'] })
    const listed = await operatorCall<{ id: number }[]>(app, `GET /api/admin/users?network=${target}`)
    expect(listed).toMatchObject({ headers: { 'x-total-count': '1' }, body: [{ id: visitor.id }] })
    expectError(await ban({ kind: 'network', network: target, parts: ['vote'] }), 409, 'conflict')
    await expect.poll(async () => (await sendFile(visitor)).status, SOON).toBe(403)
    expectError(await ban({ kind: 'network', userId: 987654, parts: ['vote'] }), 404, 'not_found')
    expectError(await ban({ kind: 'network', address: 'x', parts: ['vote'] }), 400, 'invalid_request')
  })

  it('ends at its time, after which the network can be banned again', async () => {
    const given = { kind: 'network', address: '192.0.2.1', parts: ['vote'] }
    await banned(given)
    await app.deps.db.query({ text: "UPDATE bans SET until = now() - interval '1 second'" })
    const visitor = await visitorFrom(app, '192.0.2.7')
    const [item = 0] = await newItems(app, (await quickVisitor(app)).id, 1)
    await expect.poll(async () => (await visitor.vote(item)).status, SOON).toBe(201)
    await banned(given)
    expect(await list()).toMatchObject([{ isActive: true }, { isActive: false }])
  })
})

it('refuses usernames that contain a banned word', async () => {
  await banned({ kind: 'username', pattern: 'BadWord' })
  const visitor = await quickVisitor(app)
  const rename = (username: string) =>
    call(app, `PATCH /api/users/${visitor.id}`, { cookie: visitor.cookie, body: { username } })
  expectError(await rename('my badWORD name'), 409, 'username_taken')
  expect((await call(app, 'GET /api/users/check-username/xbadwordx')).body).toEqual({ available: false })
  expect((await rename('a fine name')).status).toBe(200)
  expect(await list()).toMatchObject([{ target: 'badword', hits: 2 }])
})

it('refuses addresses of a banned mail domain and of its subdomains', async () => {
  await banned({ kind: 'email_domain', pattern: 'mail.example' })
  const check = async (email: string) =>
    (await call<{ errors: string[] }>(app, 'POST /api/validate-email', { body: { email } })).body.errors
  expect(await check('x@mail.example')).toEqual(['Please use an address from another email provider'])
  expect(await check('x@sub.MAIL.example')).toEqual(['Please use an address from another email provider'])
  expect(await check('x@othermail.example')).toEqual([])
  expectError(await ban({ kind: 'email_domain', pattern: 'no domain' }), 400, 'invalid_request')
})
