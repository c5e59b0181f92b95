import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, it } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { call } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { OPERATOR } from '../../../test/app/settings.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { createApp } from '../../app.ts'

const { deps } = await testApp()

const withLog = async () => {
  const lines: string[] = []
  const log = pino({ level: 'info', base: undefined }, { write: (line) => void lines.push(line) })
  const server = createServer(createApp({ ...deps, log })).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  afterUse(() => void server.close().closeAllConnections())
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lines }
}

it.each([
  { asked: '/api/users/check-username/greta%40example.com', logged: '/api/users/check-username/:name' },
  { asked: '/api/users/Check-Username/Greta%20Lovelace/', logged: '/api/users/Check-Username/:name' },
  {
    asked: '/api/users/check-username/Greta%2FLovelace?x=greta@example.com',
    logged: '/api/users/check-username/:name',
  },
  { asked: '/api/users/7/stats?cursor=greta@example.com', logged: '/api/users/7/stats' },
])('logs a request for $asked as $logged without typed text', async ({ asked, logged }) => {
  const site = await withLog()
  const { status } = await call(site, `GET ${asked}`)
  await expect.poll(() => site.lines.length, SOON).toBe(1)
  const [line = ''] = site.lines
  expect(JSON.parse(line)).toMatchObject({ method: 'GET', path: logged, status, msg: 'request' })
  expect(line).not.toMatch(/greta|lovelace|example/i)
})

it('logs no failure when the caller leaves early', async () => {
  const site = await withLog()
  const waiting = request(`${site.baseUrl}/api/admin/find-duplicates`, { headers: OPERATOR, agent: false })
  waiting.on('error', () => undefined).end()
  await expect.poll(() => queryCount(deps.db, 'SELECT count(*) FROM operations'), SOON).toBe(1)
  waiting.destroy()
  await expect.poll(() => site.lines.length, SOON).toBeGreaterThan(0)
  for (const _ of [1, 2, 3]) await call(site, 'GET /api/admin/operations/find-duplicates', { headers: OPERATOR })
  const lines = site.lines.map((line) => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ aborted: true }))
  expect(lines.filter(({ msg }) => msg !== 'request')).toEqual([])
})
