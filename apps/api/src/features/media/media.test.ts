import { randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { call, expectError } from '../../../test/app/call.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { mediaUrl } from '../../domain/media-urls.ts'

const SMALL = '2026/11/small-thumb.webp'
const LARGE = '2026/11/large-original.mp4'
const large = randomBytes(3_000_000)

const app = await testApp()
const put = async (key: string, bytes: Buffer) => {
  const source = join(app.dataDir, 'source')
  await writeFile(source, bytes)
  await app.deps.storage.put(key, source, bytes.length)
}
await put(SMALL, large.subarray(0, 1000))
await put(LARGE, large)

const fetchBytes = async (key: string, headers: Record<string, string> = {}) => {
  const res = await fetch(`${app.baseUrl}/media/${key}`, { headers })
  return { status: res.status, headers: res.headers, bytes: Buffer.from(await res.arrayBuffer()) }
}

describe('a stored file', () => {
  it.each([
    [SMALL, 1000, 'image/webp'],
    [LARGE, 3_000_000, 'video/mp4'],
  ])('is served whole with its type: %s', async (key, size, type) => {
    const { status, headers, bytes } = await fetchBytes(key)
    expect(status).toBe(200)
    expect(bytes.equals(large.subarray(0, size))).toBe(true)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type,
      'content-length': String(size),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `inline; filename="${key.slice(8)}"`,
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
      'accept-ranges': 'bytes',
    })
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/)
  })

  it('answers HEAD with headers only', async () => {
    const head = await call(app, `HEAD /media/${LARGE}`)
    expect(head).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-length': '3000000', 'content-type': 'video/mp4' },
    })
  })

  it.each([
    ['bytes=0-0', 206, [0, 0]],
    ['bytes=-5', 206, [2_999_995, 2_999_999]],
    ['bytes=-9999999', 206, [0, 2_999_999]],
    ['bytes=2999990-', 206, [2_999_990, 2_999_999]],
    ['bytes=1000-1999999', 206, [1000, 1_999_999]],
    ['bytes=2999999-99999999', 206, [2_999_999, 2_999_999]],
    ['BYTES=5-6', 206, [5, 6]],
    ['abc', 200, [0, 2_999_999]],
    ['bytes=abc', 200, [0, 2_999_999]],
    ['bytes=-', 200, [0, 2_999_999]],
    ['bytes=5-4', 200, [0, 2_999_999]],
    ['items=0-1', 200, [0, 2_999_999]],
    ['bytes=0-1,2-3', 200, [0, 2_999_999]],
    [`bytes=${'0-,'.repeat(1000)}`, 200, [0, 2_999_999]],
  ] as const)('answers %.30s with %i', async (range, status, [start, end]) => {
    const reply = await fetchBytes(LARGE, { range })
    expect(reply.status).toBe(status)
    expect(reply.bytes.equals(large.subarray(start, end + 1))).toBe(true)
    expect(reply.headers.get('content-range')).toBe(status === 206 ? `bytes ${start}-${end}/3000000` : null)
  })

  it.each(['bytes=999999999-', 'bytes=3000000-', 'bytes=-0'])('answers 416 to %s', async (range) => {
    const reply = await fetchBytes(LARGE, { range })
    expect(reply.status).toBe(416)
    expect(reply.headers.get('content-range')).toBe('bytes */3000000')
    expect(reply.bytes.length).toBe(0)
  })

  it('answers 304 to a browser that has it', async () => {
    const { headers } = await fetchBytes(SMALL)
    const [etag, date] = [headers.get('etag') ?? '', headers.get('last-modified') ?? '']
    const conditions: Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `"x", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': date },
    ]
    for (const condition of conditions) {
      const reply = await fetchBytes(SMALL, condition)
      expect(reply.status, JSON.stringify(condition)).toBe(304)
      expect(reply.headers.get('etag')).toBe(etag)
    }
    const stale: Record<string, string>[] = [
      { 'if-none-match': '"x"' },
      { 'if-none-match': '"x"', 'if-modified-since': date },
    ]
    for (const condition of stale) expect((await fetchBytes(SMALL, condition)).status).toBe(200)
  })

  it('is sent whole when If-Range names another version', async () => {
    const { headers } = await fetchBytes(SMALL)
    const part = (condition: string) => fetchBytes(SMALL, { range: 'bytes=0-9', 'if-range': condition })
    expect((await part(headers.get('etag') ?? '')).status).toBe(206)
    expect((await part(headers.get('last-modified') ?? '')).status).toBe(206)
    expect((await part('"another"')).status).toBe(200)
    expect((await part('Thu, 01 Jan 1970 00:00:00 GMT')).status).toBe(200)
  })
})

describe('an address without a stored file', () => {
  it.each([
    '2026/11/none.webp',
    '',
    '2026',
    '2026/11/',
    '.incoming/x.webp',
    '../media/2026/11/small-thumb.webp',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/admin-password',
    '2026/11/small-thumb.webp%00',
    '2026/11/small-thumb.webp/',
    '2026//11/small-thumb.webp',
    '2026/11/SMALL-thumb.webp',
    'x'.repeat(5000),
  ])('answers 404: %.60s', async (path) => {
    expectError(await call(app, `GET /media/${path}`), 404, 'not_found')
    expect((await call(app, `HEAD /media/${path}`)).status).toBe(404)
  })
})

/** Open files of this process below the data folder; only Linux lists them. */
const openFiles = () => {
  const handles = process.platform === 'linux' ? readdirSync('/proc/self/fd') : []
  const target = (handle: string) => {
    try {
      return readlinkSync(`/proc/self/fd/${handle}`)
    } catch {
      return ''
    }
  }
  return handles.map(target).filter((path) => path.startsWith(app.dataDir))
}

it('closes files when callers leave early', async () => {
  const leave = () =>
    new Promise<void>((done) => {
      const req = get(`${app.baseUrl}/media/${LARGE}`, { agent: false }, (res) => {
        res.once('data', () => req.destroy())
        res.once('close', () => done())
      })
      req.on('error', () => undefined)
    })
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 20 }, leave))
  await expect.poll(openFiles, SOON).toEqual([])
})

it('builds media addresses from the settings', () => {
  expect(mediaUrl({ mediaPublicUrl: undefined }, SMALL)).toBe(`/media/${SMALL}`)
  expect(mediaUrl({ mediaPublicUrl: 'https://cdn.example/m' }, SMALL)).toBe(`https://cdn.example/m/${SMALL}`)
})
