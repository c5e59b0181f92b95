import { expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../app/call.ts'
import { operatorCall } from '../app/operator.ts'
import { testApp } from '../app/test-app.ts'
import { newItems } from '../make/items.ts'

it('answers reads while the database is read-only', async () => {
  const app = await testApp()
  const { db, config } = app.deps
  const [owner, visitor] = [await quickVisitor(app), await quickVisitor(app)]
  const [id = 0, other = 0] = await newItems(app, owner.id, 2)
  const { token } = (await operatorCall<{ token: string }>(app, 'POST /api/admin/login')).body
  // Makes the next update of `seen_at` due.
  await db.query({ text: `UPDATE sessions SET seen_at = now() - interval '1 hour'` })
  await db.query({ text: `UPDATE operator_logins SET used_at = now() - interval '1 hour'` })
  const [{ name = '' } = {}] = await db.query<{ name: string }>({ text: 'SELECT current_database() AS name' })
  await db.query({ text: `ALTER DATABASE ${name} SET default_transaction_read_only = on` })
  const standby = await testApp({ DATABASE_URL: config.databaseUrl })

  const { cookie, sessionId } = visitor
  const asVisitor = (route: `${string} ${string}`, body?: unknown) => call(standby, route, { cookie, body })
  for (const route of [
    `GET /api/media/random/${visitor.id}`,
    `GET /api/users/${visitor.id}/stats`,
    `GET /api/users/${visitor.id}/news`,
    'GET /api/session',
  ] as const)
    expect((await asVisitor(route)).status, route).toBe(200)
  expect((await asVisitor('POST /api/session', { sessionId, username: '' })).status).toBe(200)
  await call(app, 'POST /api/votes', { cookie, body: { userId: visitor.id, mediaId: id, isHot: true } })
  await call(app, 'POST /api/votes', { cookie, body: { userId: visitor.id, mediaId: other, isHot: true } })
  expectError(await asVisitor(`GET /api/media/random/${visitor.id}`), 404, 'none_left')
  const headers = { authorization: `Basic ${token}` }
  for (const route of ['GET /api/admin/health', 'GET /api/admin/media'] as const)
    expect((await call(standby, route, { headers })).status, route).toBe(200)
  const refused = await asVisitor('POST /api/votes', { userId: visitor.id, mediaId: id, isHot: true })
  expect(expectError(refused, 503, 'unavailable')).toBeTruthy()
  expect(refused.headers['retry-after']).toBe('5')
})

it('answers 503 while all connections are in use, then recovers', async () => {
  const app = await testApp({ DATABASE_CONNECTIONS: '3' })
  const [owner, visitor] = [await quickVisitor(app), await quickVisitor(app)]
  const [id = 0] = await newItems(app, owner.id, 1)
  const { pool } = app.deps.db
  const taken = await Promise.all(Array.from({ length: 3 }, () => pool.connect()))
  // Set late, because the connections above may take longer on a busy machine.
  pool.options.connectionTimeoutMillis = 500
  const refused = await visitor.vote(id)
  expectError(refused, 503, 'unavailable')
  expect(refused.headers['retry-after']).toBe('5')
  expect((await call(app, 'GET /healthz')).status).toBe(200)
  for (const connection of taken) connection.release()
  expect((await visitor.vote(id)).status).toBe(201)
})
