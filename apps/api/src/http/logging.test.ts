import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, it } from 'vitest'
import { afterUse } from '../../test/after-use.ts'
import { call } from '../../test/call.ts'
import { SOON } from '../../test/soon.ts'
import { testApp } from '../../test/test-app.ts'
import { createApp } from '../app.ts'

const { deps } = await testApp()

/** The same application with a log that is read. */
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
])('a request for $asked is logged as $logged: nothing of it that somebody typed', async ({ asked, logged }) => {
  const site = await withLog()
  const { status } = await call(site, `GET ${asked}`)
  await expect.poll(() => site.lines.length, SOON).toBe(1)
  const [line = ''] = site.lines
  expect(JSON.parse(line)).toMatchObject({ method: 'GET', path: logged, status, msg: 'request' })
  expect(line).not.toMatch(/greta|lovelace|example/i)
})
