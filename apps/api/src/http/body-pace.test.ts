import { Agent } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it, vi } from 'vitest'
import { call, quickVisitor } from '../../test/call.ts'
import { SOON } from '../../test/soon.ts'
import { testApp } from '../../test/test-app.ts'

const app = await testApp()
const { cookie } = await quickVisitor(app)
afterEach(() => vi.useRealTimers())

/** A connection that has sent the first byte of a long body, and no more. */
const begin = (route: string, type: string) => {
  const { hostname, port } = new URL(app.baseUrl)
  const socket = connect(Number(port), hostname)
  const head = [`${route} HTTP/1.1`, `Host: ${hostname}`, `Cookie: ${cookie}`, `Content-Type: ${type}`]
  socket.write(`${[...head, 'Content-Length: 1900', '', ''].join('\r\n')}t`)
  return text(socket).catch((failure: Error) => failure.message)
}

const TOO_SLOW = /^HTTP\/1\.1 400 .*too slowly/s
const JSON_TYPE = 'application/json'

it('a connection that carries many bodies gathers nothing', async () => {
  const warnings: string[] = []
  const warned = ({ name }: Error) => warnings.push(name)
  process.on('warning', warned)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let n = 0; n < 12; n++) await call(app, 'POST /api/none', { body: {}, agent })
  // A warning is told a tick later than it is found.
  await new Promise(setImmediate)
  process.off('warning', warned)
  agent.destroy()
  expect(warnings).toEqual([])
})

it.each([
  { what: 'a form', route: 'POST /api/auth/verify', type: 'application/x-www-form-urlencoded', answer: TOO_SLOW },
  { what: 'a form as JSON', route: 'POST /api/auth/verify', type: JSON_TYPE, answer: TOO_SLOW },
  { what: 'JSON', route: 'POST /api/votes', type: JSON_TYPE, answer: TOO_SLOW },
  { what: 'an upload', route: 'POST /api/media/upload', type: 'multipart/form-data; boundary=x', answer: TOO_SLOW },
  { what: 'what nobody reads', route: 'POST /api/none', type: JSON_TYPE, answer: /^HTTP\/1\.1 404 / },
  { what: 'what was refused', route: 'POST /api/admin/login', type: JSON_TYPE, answer: /^HTTP\/1\.1 401 / },
])('$what that comes too slowly is cut, and its connection is free', async ({ route, type, answer }) => {
  // The looks at the pace alone: everything else goes on in its own time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let ended: string | undefined
  begin(route, type).then((words) => {
    ended = words
  })
  // The clock runs ahead until the connection has ended.
  const runOn = () => {
    vi.advanceTimersByTime(5000)
    return ended
  }
  await expect.poll(runOn, SOON).toMatch(answer)
  expect((await call(app, 'GET /healthz')).status).toBe(200)
})
