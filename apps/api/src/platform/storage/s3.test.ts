import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { ownPort } from '../../../test/app/server-process.ts'
import { openBucket, openFaultyStore, SLOW } from '../../../test/fakes/bucket.ts'
import { openS3Storage } from './s3.ts'
import type { S3Settings } from './s3-client.ts'
import type { Storage } from './storage.ts'

const folder = await mkdtemp(join(tmpdir(), 'hotvote-s3-'))
afterUse(() => rm(folder, { recursive: true }))
const large = randomBytes(2_000_000)
const small = randomBytes(1000)
const huge = randomBytes(40_000_000)

const put = async (storage: Storage, key: string, bytes = large) => {
  const source = join(folder, key)
  await writeFile(source, bytes)
  await storage.put(key, source, bytes.length)
}
const readBytes = async (storage: Storage, key: string) => {
  const content = await storage.read(key)
  if (!content) return null
  return Buffer.isBuffer(content.body) ? content.body : buffer(content.body)
}

const expectUnavailable = async (settings: S3Settings) => {
  const storage = openS3Storage(settings)
  const calls = [put(storage, 'x.png'), storage.read('x.png'), storage.list({ prefix: '' }), storage.ready()]
  for (const result of await Promise.allSettled(calls)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    const { reason } = result as PromiseRejectedResult
    expect(reason.cause.code).toMatch(/^S3 [A-Z][A-Za-z0-9]+ /)
    const logged = [reason.message, reason.cause.code, reason.cause.stack, JSON.stringify(reason)].join()
    for (const secret of [settings.secretAccessKey, settings.accessKeyId, settings.bucket, settings.endpoint ?? '?'])
      expect(logged).not.toContain(secret)
  }
}

const nowhere: S3Settings = {
  bucket: 'some-bucket',
  endpoint: 'http://127.0.0.1:1',
  region: 'us-east-1',
  accessKeyId: 'some-key',
  secretAccessKey: 'some-secret',
  forcePathStyle: true,
}

describe('a store that cannot be reached', () => {
  it('is unavailable', () => expectUnavailable(nowhere))

  it('is unavailable when its host is unknown', () =>
    expectUnavailable({ ...nowhere, endpoint: 'http://store.invalid' }))
})

const answeringStore = async (answer: RequestListener) => {
  const server = createServer(answer)
  const port = await ownPort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  afterUse(() => {
    server.close()
    server.closeAllConnections()
  })
  return openS3Storage({ ...nowhere, endpoint: `http://127.0.0.1:${port}` })
}

const listingStore = async (answers: string[]) => {
  const asked: URLSearchParams[] = []
  const storage = await answeringStore((req, res) => {
    asked.push(new URL(req.url ?? '', 'http://store').searchParams)
    const body = `<ListBucketResult>${answers[asked.length - 1] ?? ''}</ListBucketResult>`
    res.writeHead(200, { 'content-type': 'application/xml' }).end(body)
  })
  return { asked, storage }
}

it('serves other calls while many large files are being read', async () => {
  const facts = { 'content-length': large.length, etag: '"x"', 'last-modified': new Date(0).toUTCString() }
  const storage = await answeringStore(({ method }, res) => {
    res.writeHead(200, facts).end(method === 'GET' ? large : undefined)
  })
  for (let reader = 0; reader < 501; reader++) {
    const body = (await storage.read('large.png'))?.body
    if (body instanceof Readable) afterUse(() => body.destroy())
  }
  expect(await storage.head('large.png')).toMatchObject({ size: large.length })
})

describe('a store whose list has an empty page before its end', () => {
  const cut = (token: string) => `<IsTruncated>true</IsTruncated>${token}`
  const next = (token: string) => `<NextContinuationToken>${token}</NextContinuationToken>`
  const object = `<Contents><Key>a.png</Key><Size>3</Size><LastModified>2026-01-02T03:04:05Z</LastModified></Contents>`

  it('is listed to its end', async () => {
    const { storage, asked } = await listingStore([cut(next('one')), cut(next('two')), cut(object), ''])
    const page = await storage.list({ prefix: '', cursor: '0.png' })
    expect(page).toMatchObject({ objects: [{ key: 'a.png', size: 3 }], cursor: 'a.png' })
    expect(await storage.list({ prefix: '', cursor: page.cursor })).toEqual({ objects: [], cursor: null })
    const from = asked.map((query) => [query.get('start-after'), query.get('continuation-token')])
    expect(from).toEqual([
      ['0.png', null],
      [null, 'one'],
      [null, 'two'],
      ['a.png', null],
    ])
  })

  it.each([
    ['names no next page', [cut('')]],
    ['repeats the next page', [cut(next('one')), cut(next('one'))]],
  ])('is unavailable when it %s', async (_how, answers) => {
    const { storage } = await listingStore(answers)
    await expect(storage.list({ prefix: '' })).rejects.toMatchObject({ code: 'unavailable' })
  })
})

const bucket = await openBucket()
if (bucket) {
  describe('a store that refuses requests', () => {
    it('is unavailable with a wrong secret', () =>
      expectUnavailable({ ...bucket.settings, secretAccessKey: 'a-wrong-secret' }))
    it('is unavailable with an unknown key', () =>
      expectUnavailable({ ...bucket.settings, accessKeyId: 'hotvote:stranger' }))
    it('is unavailable without the bucket', () => expectUnavailable({ ...bucket.settings, bucket: 'no-such-bucket' }))
  })

  it('stores objects with the caching rules of the site', async () => {
    await put(openS3Storage(bucket.settings), 'cached.png', small)
    const { settings, client } = bucket
    const facts = await client.send(new HeadObjectCommand({ Bucket: settings.bucket, Key: 'cached.png' }))
    expect(facts.CacheControl).toBe('public, max-age=3600')
    await client.send(new DeleteObjectCommand({ Bucket: settings.bucket, Key: 'cached.png' }))
  })

  describe('a store that sometimes fails', () => {
    let store: Awaited<ReturnType<typeof openFaultyStore>>
    let storage: Storage
    beforeAll(async () => {
      store = await openFaultyStore(bucket.settings)
      storage = openS3Storage(store.settings)
    })
    beforeEach(() => store.work())

    it.each(['error', 'cut request'] as const)('stores one whole object after a single failure: %s', async (how) => {
      store.fail({ method: 'PUT', how, times: 1 })
      await put(storage, 'again.png')
      expect(store.seen.PUT).toBe(2)
      expect((await readBytes(storage, 'again.png'))?.equals(large)).toBe(true)
      expect(await bucket.keys()).toEqual(['again.png'])
      await storage.delete('again.png')
    })

    it.each(['error', 'cut request'] as const)('stores no object after repeated failures: %s', async (how) => {
      store.fail({ method: 'PUT', how, times: 99 })
      await expect(put(storage, 'never.png')).rejects.toMatchObject({ code: 'unavailable' })
      expect(store.seen.PUT).toBe(3)
      expect(await storage.head('never.png')).toBeNull()
    })

    it('returns a small object after a broken connection', async () => {
      await put(storage, 'small.png', small)
      store.fail({ method: 'GET', how: 'cut answer', times: 1 })
      expect((await readBytes(storage, 'small.png'))?.equals(small)).toBe(true)
      expect(store.seen.GET).toBe(2)
    })

    it('never returns a part of a large object as the whole', async () => {
      await put(storage, 'large.png')
      store.fail({ method: 'GET', how: 'cut answer', times: 1 })
      await expect(readBytes(storage, 'large.png')).rejects.toThrow()
      expect((await readBytes(storage, 'large.png'))?.equals(large)).toBe(true)
    })

    it('times out when it never answers', async () => {
      await put(storage, 'small.png', small)
      store.fail({ method: '*', how: 'stall', times: 99 })
      // The store never answers, so the client's own timeout must end each request.
      const hasty = openS3Storage(store.settings, { put: 400, answer: 200, idle: 200 })
      await Promise.all([
        expect(hasty.read('small.png')).rejects.toMatchObject({ code: 'unavailable' }),
        expect(hasty.delete('small.png')).rejects.toMatchObject({ code: 'unavailable' }),
        expect(hasty.ready()).rejects.toMatchObject({ code: 'unavailable' }),
        expect(put(hasty, 'stalled.png')).rejects.toMatchObject({ code: 'unavailable' }),
      ])
      store.work()
      expect(await storage.head('stalled.png')).toBeNull()
      expect((await readBytes(storage, 'small.png'))?.equals(small)).toBe(true)
    })

    it('is awaited as long as bytes arrive', async () => {
      await Promise.all([put(storage, 'small.png', small), put(storage, 'large.png')])
      store.fail({ method: '*', how: 'slow', times: 99 })
      const limit = (SLOW * 4) / 5
      const hasty = openS3Storage(store.settings, { put: limit, answer: limit, idle: limit })
      const to = join(folder, 'slow-copy')
      const [, read, copied] = await Promise.all([
        put(hasty, 'huge.png', huge),
        readBytes(hasty, 'small.png'),
        hasty.copy('large.png', { to, limit: large.length }),
      ])
      expect(store.seen).toEqual({ PUT: 1, GET: 2 })
      expect([copied, read?.equals(small), (await readFile(to)).equals(large)]).toEqual(['complete', true, true])
      store.work()
      expect((await readBytes(storage, 'huge.png'))?.equals(huge)).toBe(true)
    })

    it('times out when bytes stop halfway', async () => {
      await Promise.all([put(storage, 'small.png', small), put(storage, 'large.png')])
      store.fail({ method: '*', how: 'stop half way', times: 99 })
      const hasty = openS3Storage(store.settings, { put: 400, answer: 200, idle: 200 })
      await Promise.all([
        expect(put(hasty, 'stopped.png')).rejects.toMatchObject({ code: 'unavailable' }),
        expect(hasty.read('small.png')).rejects.toMatchObject({ code: 'unavailable' }),
        expect(readBytes(hasty, 'large.png')).rejects.toThrow(),
        expect(
          hasty.copy('large.png', { to: join(folder, 'stopped-copy'), limit: large.length }),
        ).rejects.toMatchObject({
          code: 'unavailable',
        }),
      ])
      store.work()
      expect(await storage.head('stopped.png')).toBeNull()
    })
  })
}
