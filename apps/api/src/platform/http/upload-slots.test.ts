import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { hold, waitingForLocks } from '../../../test/app/database.ts'
import { SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { quarters } from '../../../test/make/pictures.ts'
import {
  buildForm,
  closing,
  countTraces,
  expectNoTrace,
  filePart,
  formHeaders,
  upload,
  userPart,
} from '../../../test/make/upload.ts'

let app: TestApp
let picture: Buffer
beforeEach(async () => {
  app = await testApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
  picture = await quarters(16, 16).png().toBuffer()
})

const opening = buildForm([userPart(1), filePart('x'.repeat(200))]).subarray(0, -closing.length - 2)

const holdFrom = async (address: string, count: number, size: number): Promise<ClientRequest[]> => {
  const { cookie } = await quickVisitor(app)
  const before = (await countTraces(app)).temporary
  const held = Array.from({ length: count }, () => {
    const headers = { ...formHeaders, cookie, 'content-length': size, 'x-forwarded-for': address }
    const sending = request(`${app.baseUrl}/api/media/upload`, { method: 'POST', headers, agent: false })
    sending.on('error', () => undefined)
    sending.write(opening)
    return sending
  })
  await expect.poll(async () => (await countTraces(app)).temporary, SOON).toBe(before + count)
  return held
}
const uploadFrom = async (address: string) =>
  upload(app, { ...(await quickVisitor(app)), headers: { 'x-forwarded-for': address } }, filePart(picture))

const leaveEarly = async (address: string) => {
  const { cookie } = await quickVisitor(app)
  const holder = await hold(app.deps.db, 'LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE', [])
  const { hostname, port } = new URL(app.baseUrl)
  const socket = connect(Number(port), hostname).resume()
  const head = ['POST /api/media/upload HTTP/1.1', 'Host: x', `Cookie: ${cookie}`, `X-Forwarded-For: ${address}`]
  const form = [`Content-Type: ${formHeaders['content-type']}`, 'Content-Length: 1000', '', '']
  socket.write([...head, ...form].join('\r\n'))
  socket.write(opening)
  await expect.poll(() => waitingForLocks(app.deps.db), SOON).toBeGreaterThan(0)
  const closed = new Promise((done) => socket.once('close', done))
  socket.end()
  await closed
  await holder.end()
}

describe('uploads under way', () => {
  it('end when their senders leave, even before they are read', async () => {
    for (let n = 0; n < 16; n++) await leaveEarly('192.0.2.9')
    await expect.poll(async () => (await uploadFrom('192.0.2.9')).status, SOON).toBe(201)
  })

  it('are limited to 16 per network', async () => {
    const held = await holdFrom('2001:db8::1', 16, 1000)
    await expectNoTrace(app, async () => {
      const refused = await uploadFrom('2001:db8::ffff')
      expectError(refused, 429, 'too_many_requests')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    })
    expect((await uploadFrom('192.0.2.9')).status).toBe(201)
    held[0]?.destroy()
    await expect.poll(async () => (await uploadFrom('2001:db8::ffff')).status, SOON).toBe(201)
    for (const sending of held) sending.destroy()
  })

  it.each([
    { what: '64 places', addresses: 4, size: 1000 },
    { what: '640 MB', addresses: 2, size: 20 * 1024 * 1024 },
  ])('are limited to $what for the whole site', async ({ addresses, size }) => {
    const held: ClientRequest[] = []
    for (let n = 1; n <= addresses; n++) held.push(...(await holdFrom(`192.0.2.${n}`, 16, size)))
    await expectNoTrace(app, async () => {
      const refused = await uploadFrom('192.0.2.9')
      expectError(refused, 503, 'unavailable')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    })
    for (const sending of held) sending.destroy()
    await expect.poll(async () => (await uploadFrom('192.0.2.9')).status, SOON).toBe(201)
  })
})

it('refuses an upload that would fill the disk', async () => {
  app = await testApp({ MIN_FREE_MB: '1000000000' })
  await expectNoTrace(app, async () => {
    const refused = await uploadFrom('192.0.2.9')
    expectError(refused, 503, 'unavailable')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})
