import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Answer } from '@hotvote/shared/contract'
import type { health } from '@hotvote/shared/operator/health'
import type { WaitingUpload } from '@hotvote/shared/operator/upload-review'
import type { userStats } from '@hotvote/shared/visitor/stats'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { call, type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts } from '../../../test/app/database.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { afterSetback, appWithWorker, countJobs, jobsDone } from '../../../test/app/worker.ts'
import { filmFile } from '../../../test/make/clips.ts'
import { noise } from '../../../test/make/pictures.ts'
import { filePart, upload } from '../../../test/make/upload.ts'

const SECRET = 'a secret of the operator'
type Reply = { status?: number; body?: string; headers?: Record<string, string> }
type Call = { headers: Record<string, string | string[] | undefined>; body: Buffer }

/** Mock screening service that sends `reply` after `gate` resolves. */
const service = { calls: [] as Call[], reply: {} as Reply, gate: Promise.resolve() }
const server = createServer(async (req, res) => {
  service.calls.push({ headers: req.headers, body: await buffer(req) })
  await service.gate
  const { status = 200, body = '', headers } = service.reply
  res.writeHead(status, headers).end(body)
}).listen(0, '127.0.0.1')
await new Promise((done) => server.once('listening', done))
afterUse(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/score`

const app = await appWithWorker({ SCREENING_URL: url, SCREENING_SECRET: SECRET })
const { db } = app.deps

const answer = (score: unknown, ...labels: string[]) => {
  service.reply = { body: JSON.stringify({ score, labels }) }
}
let seed = 7000
const picture = () => noise(9, 8, ++seed).resize(540, 480, { kernel: 'cubic' }).png().toBuffer()
const send = async (by: QuickVisitor, file?: ReturnType<typeof filePart>) => {
  const { status, body } = await upload(app, by, file ?? filePart(await picture()))
  expect(status).toBe(201)
  return body
}
const screened = async () => {
  await jobsDone(db, 'screen-upload')
}
const review = (values: object) => operatorCall(app, 'POST /api/admin/upload-review-config', values)
const list = async () => (await operatorCall<WaitingUpload[]>(app, 'GET /api/admin/review')).body
const find = async (id: number) => (await list()).find((item) => item.id === id)
const own = async ({ id, cookie }: QuickVisitor) =>
  (await call<Answer<typeof userStats>>(app, `GET /api/users/${id}/stats`, { cookie })).body.mediaStats
const readHealth = async () => (await operatorCall<Answer<typeof health>>(app, 'GET /api/admin/health')).body.screening

beforeEach(async () => {
  service.calls = []
  service.gate = Promise.resolve()
  await review({ mode: 'off', threshold: 0.8, unscreened: 'wait' })
})

describe('a screened upload', () => {
  it('is neither shown, listed for review nor counted before the answer', async () => {
    const gate = Promise.withResolvers<void>()
    service.gate = gate.promise
    answer(0.1)
    const by = await quickVisitor(app)
    const item = await send(by)
    expect(item).toMatchObject({ isWaiting: true, isChecking: true })
    await expect.poll(() => service.calls.length, SOON).toBe(1)
    expect(await own(by)).toMatchObject([{ isWaiting: true, isChecking: true }])
    expect((await (await quickVisitor(app)).vote(item.id)).status).toBe(404)
    expect(await find(item.id)).toBeUndefined()
    expect((await operatorCall(app, 'GET /api/admin/queue-count')).body).toMatchObject({
      uploads: (await list()).length,
    })
    gate.resolve()
    await screened()
    expect(await own(by)).toMatchObject([{ isWaiting: false, isChecking: false }])
    expect((await (await quickVisitor(app)).vote(item.id)).status).toBe(201)
    await expectExactCounts(db)
  })

  it('is sent as a signed JPEG of at most 480 pixels, with its original type', async () => {
    answer(0)
    await send(await quickVisitor(app))
    await screened()
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = service.calls
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-hotvote-mime-type': 'image/png' })
    expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 427 })
    const time = String(headers['x-hotvote-timestamp'])
    const signature = createHmac('sha256', SECRET).update(`${time}.image/png.`).update(body).digest('hex')
    expect(headers['x-hotvote-signature']).toBe(signature)
    expect(Math.abs(Date.now() / 1000 - Number(time))).toBeLessThan(60)
  })

  it('waits for review with its labels from the threshold on', async () => {
    const by = await quickVisitor(app)
    answer(0.8, 'porn', 'sexy')
    const { id } = await send(by)
    await screened()
    expect(await find(id)).toMatchObject({ why: 'flagged', screening: { score: 0.8, labels: ['porn', 'sexy'] } })
    expect(await own(by)).toMatchObject([{ isWaiting: true, isChecking: false }])
  })

  it('follows the review setting below the threshold', async () => {
    await review({ mode: 'everything' })
    answer(0.79, 'drawing')
    const { id } = await send(await quickVisitor(app))
    await screened()
    expect(await find(id)).toMatchObject({ why: 'everything', screening: { labels: ['drawing'] } })
  })

  it('stays deleted when its uploader deletes it before the answer', async () => {
    const gate = Promise.withResolvers<void>()
    service.gate = gate.promise
    answer(0)
    const by = await quickVisitor(app)
    const { id } = await send(by)
    await expect.poll(() => service.calls.length, SOON).toBe(1)
    expect((await call(app, `DELETE /api/media/${id}?userId=${by.id}`, { cookie: by.cookie })).status).toBe(204)
    gate.resolve()
    await screened()
    expect(await own(by)).toEqual([])
    await expectExactCounts(db)
  })
})

describe('an upload without an answer', () => {
  const unusable: [string, Reply][] = [
    ['an error', { status: 500 }],
    ['a redirect', { status: 302, headers: { location: url } }],
    ['no JSON', { body: 'ok' }],
    ['a score above 1', { body: '{"score": 1.5, "labels": []}' }],
    ['a label with control characters', { body: '{"score": 0.5, "labels": ["a\\nb"]}' }],
    ['too large a body', { body: `{"score": 0.5, "more": "${'x'.repeat(70_000)}"}` }],
  ]
  it.each(unusable)('waits for review after %s, until a later answer', async (_what, reply) => {
    service.reply = reply
    const by = await quickVisitor(app)
    const { id } = await send(by)
    await expect.poll(() => find(id), SOON).toMatchObject({ why: 'not_screened', screening: null })
    expect(service.calls).toHaveLength(1)
    expect(await own(by)).toMatchObject([{ isWaiting: true, isChecking: false }])
    answer(0)
    await afterSetback(app)
    await screened()
    expect(await own(by)).toMatchObject([{ isWaiting: false }])
  })

  it('is published without another question if the setting allows it', async () => {
    await review({ mode: 'off', unscreened: 'publish' })
    service.reply = { status: 503 }
    const by = await quickVisitor(app)
    const { id } = await send(by)
    await screened()
    expect(await own(by)).toMatchObject([{ id, isWaiting: false }])
    const [entry] = (await listAudit(app)).filter(({ event }) => event === 'UPLOAD_NOT_SCREENED').toReversed()
    const context = { mediaId: id, reason: 'the service responded with HTTP 503', isPublished: true }
    expect(entry).toMatchObject({ actor: 'system', context })
  })

  it('is not published by a late answer after its uploader was blocked', async () => {
    service.reply = { status: 500 }
    const by = await quickVisitor(app)
    const { id } = await send(by)
    await expect.poll(() => find(id), SOON).toMatchObject({ why: 'not_screened' })
    expect((await operatorCall(app, `POST /api/admin/users/${by.id}/block`)).status).toBeLessThan(300)
    answer(0)
    await afterSetback(app)
    await screened()
    expect(await find(id)).toMatchObject({ why: 'not_screened', screening: { score: 0 } })
  })

  it('may be a film, which is never sent', async () => {
    const film = filePart(await filmFile('phone'), 'film.mp4', 'video/mp4')
    const { id } = await send(await quickVisitor(app), film)
    expect(await find(id)).toMatchObject({ why: 'not_screened', screening: null })
    expect(await countJobs(db, 'screen-upload')).toBe(0)
    expect(service.calls).toEqual([])
  })

  it('is reported on the health page', async () => {
    const { failed = 0 } = (await readHealth()) ?? {}
    service.reply = { status: 500 }
    const { id } = await send(await quickVisitor(app))
    await expect.poll(() => find(id), SOON).toBeDefined()
    await expect
      .poll(readHealth, SOON)
      .toEqual({ waiting: 1, problem: 'the service responded with HTTP 500', failed: failed + 1 })
    answer(0)
    await afterSetback(app)
    await screened()
    expect(await readHealth()).toEqual({ waiting: 0, problem: null, failed: failed + 1 })
  })
})
