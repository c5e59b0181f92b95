import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { call, expectError } from '../app/call.ts'
import { newSessionId } from '../app/test-app.ts'
import { siteUnderAttack } from '../make/hostile.ts'

const { app, visitor, item, send, aVote, expectUntouched } = await siteUnderAttack()

const JSON_ROUTES = () => ['POST /api/session', 'POST /api/votes', `POST /api/media/${item}/view`] as const
const aSession = (changes: object = {}) => ({ sessionId: newSessionId(), username: '', ...changes })

const INJECTIONS = ["' OR '1'='1", "'||pg_sleep(3)||'", '"; --', '$1', "\\'", '%27', '<script>', '#{7*7}', '{{7*7}}']

describe('a body', () => {
  it('is required', async () => {
    for (const route of JSON_ROUTES()) {
      expectError(await send(route), 400, 'malformed_body')
      expectError(await send(route, ''), 400)
    }
    await expectUntouched()
  })

  it.each(['null', '[]', '"x"', '1', 'true', '{', '{"a":', '{}', '[[[', 'x', '\u0000', '{"a":1}{"b":2}', '﻿'])(
    'is refused as %j',
    async (body) => {
      for (const route of JSON_ROUTES()) expectError(await send(route, body), 400)
      await expectUntouched()
    },
  )

  it('is refused when nested deeply, not UTF-8 or with a prototype', async () => {
    const nested = `${'['.repeat(40_000)}${']'.repeat(40_000)}`
    const poison = '{"__proto__":{"userId":1},"constructor":{"prototype":{"isHot":true}}}'
    for (const route of JSON_ROUTES()) {
      expectError(await send(route, nested), 400)
      expectError(await send(route, new Uint8Array([0xff, 0xfe, 0x7b, 0x7d])), 400)
      expectError(await send(route, poison), 400)
    }
    await expectUntouched()
  })

  it('is refused with 200 kB or 5 MB', async () => {
    for (const size of [200_000, 5_000_000])
      for (const route of JSON_ROUTES())
        expectError(await send(route, JSON.stringify({ username: 'x'.repeat(size) })), 413, 'too_large')
    await expectUntouched()
  })

  it('is refused when compressed', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    for (const encoding of ['gzip', 'deflate', 'br', 'identity, gzip', 'x'])
      expectError(await send('POST /api/votes', bomb, { 'content-encoding': encoding }), [413, 415])
    await expectUntouched()
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json; charset=utf-16le',
    '',
  ])('is refused as %j, which a form of another site can send', async (type) => {
    const vote = await send('POST /api/votes', aVote(), { 'content-type': type })
    expectError(vote, [400, 415])
    const form = `userId=${visitor.id}&mediaId=${item}&isHot=true`
    expectError(await send('POST /api/votes', form, { 'content-type': type }), [400, 415])
    await expectUntouched()
  })

  it('is refused in another character set', async () => {
    const type = 'application/json; charset=utf-99'
    expectError(await send('POST /api/votes', aVote(), { 'content-type': type }), 415, 'unsupported_type')
    await expectUntouched()
  })
})

describe('a session id', () => {
  const a = (n: number) => 'a'.repeat(n)
  it.each([
    ...[
      '',
      a(31),
      a(33),
      `${a(31)} `,
      ` ${a(31)}`,
      'é'.repeat(32),
      `${a(32)}\n`,
      `${a(31)}\u0000`,
      `${a(31)}+`,
      a(1000),
    ],
    ...[[a(32)], {}, 123, null, true],
  ])('is refused as %j', async (sessionId) => {
    expectError(await send('POST /api/session', aSession({ sessionId })), 400, 'invalid_request')
    await expectUntouched()
  })
})

describe('a username', () => {
  it.each([
    ...['  ', 'ab', ' ab ', 'x'.repeat(31), '🔥'.repeat(31), 'x'.repeat(10_000), 'a\u0000b'],
    ...['abc\u202edef', 'a\u200db\u200dc', '\u2066abc', 'abc\u0007', 'abc\u001b[31m', 'abc\ud800', '\u00adabc'],
    ...[1, null, {}, ['abc'], true],
  ])('is refused as %j', async (username) => {
    expectError(await send('POST /api/session', aSession({ username })), 400, 'invalid_request')
    await expectUntouched()
  })

  it('may have the maximum length in characters of any kind', async () => {
    for (const username of ['x'.repeat(30), '🔥'.repeat(30), ...INJECTIONS.filter((text) => text.length > 2)]) {
      const reply = await call<{ username: string }>(app, 'POST /api/session', { body: aSession({ username }) })
      expect(reply.status, reply.text).toBe(200)
      expect(reply.body.username).toBe(username)
    }
  })

  it('is the same name in every Unicode normal form', async () => {
    const [one, two] = ['Zo\u00eb 1', 'Zoe\u0308 1']
    const nameFor = async (username: string) =>
      (await call<{ username: string }>(app, 'POST /api/session', { body: aSession({ username }) })).body.username
    expect(await nameFor(one)).toBe(one)
    expect(await nameFor(two)).not.toBe(one)
  })
})

it.each([
  { latitude: 91 },
  { latitude: -90.001 },
  { longitude: 180.5 },
  { latitude: '1' },
  { longitude: [1] },
  { email: 'x'.repeat(321) },
  { email: 1 },
])('refuses a session with %j', async (changes) => {
  expectError(await send('POST /api/session', aSession(changes)), 400, 'invalid_request')
  await expectUntouched()
})

describe('an id', () => {
  const wrong = [
    ...[null, '', 0, -1, 1.5, 1e308, true, [], {}, '1 OR 1=1', '9'.repeat(400), 2 ** 53, { $ne: null }],
    ...['1', '1e3', `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}\n`, ...INJECTIONS],
  ]
  it('must be a whole number in a vote', async () => {
    for (const id of wrong) {
      expectError(await send('POST /api/votes', aVote({ userId: id })), 400, 'invalid_request')
      expectError(await send('POST /api/votes', aVote({ mediaId: id })), 400, 'invalid_request')
      expectError(await send(`POST /api/media/${item}/view`, { userId: id }), 400, 'invalid_request')
    }
    expectError(await send('POST /api/votes', aVote({ mediaId: [item] })), 400, 'invalid_request')
    await expectUntouched()
  })

  it('gets 404 when it is valid but unknown', async () => {
    for (const id of [2_147_483_648, 9_007_199_254_740_991]) {
      expectError(await send('POST /api/votes', aVote({ mediaId: id })), 404, 'not_found')
      expectError(await send('POST /api/votes', aVote({ userId: id })), 403, 'not_yours')
      expectError(await send(`POST /api/media/${id}/view`, { userId: visitor.id }), 404, 'not_found')
      expectError(await send(`GET /api/media/random/${id}`), 403, 'not_yours')
    }
    await expectUntouched()
  })

  it.each([
    ...['99999999999999999999', '-1', '+1', '0', '01', '1e3', '1.0', '0x1', '%00', '%E0%A4%A', '..%2f', '%20', '1%0a'],
    ...['9'.repeat(5000), 'null', 'NaN', ...INJECTIONS.map(encodeURIComponent)],
  ])('is refused in a path: %s', async (id) => {
    expectError(await send(`POST /api/media/${id}/view`, { userId: visitor.id }), [400, 404])
    expectError(await send(`GET /api/media/random/${id}`), [400, 404])
    await expectUntouched()
  })
})

it.each([['true'], ['false'], [1], [0], [null], [[]], [undefined], ['hot']])('refuses isHot of %j', async (isHot) => {
  expectError(await send('POST /api/votes', aVote({ isHot })), 400, 'invalid_request')
  await expectUntouched()
})

describe('a query', () => {
  it('may contain unknown parameters', async () => {
    for (const query of ['exclude[]=1', 'exclude[x]=1', 'exclude[__proto__]=1', 'userId=1', 'a[b][c]=1', '__proto__=1'])
      expect((await send(`GET /api/media/random/${visitor.id}?${query}`)).status, query).toBeLessThan(500)
  })

  it.each([...INJECTIONS.map(encodeURIComponent), '%00', '%', '1,2', '1&exclude=x', '9'.repeat(5000)])(
    'is refused with exclude=%s',
    async (exclude) => {
      expectError(await send(`GET /api/media/random/${visitor.id}?exclude=${exclude}`), 400, 'invalid_request')
    },
  )

  it('is refused with thousands of ids', async () => {
    const many = Array.from({ length: 900 }, (_, n) => `exclude=${n + 1}`).join('&')
    expectError(await send(`GET /api/media/random/${visitor.id}?${many}`), 400, 'invalid_request')
  })
})
