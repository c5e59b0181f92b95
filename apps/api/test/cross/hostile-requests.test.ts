import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { allContracts, call, expectError, quickVisitor } from '../app/call.ts'
import { OPERATOR } from '../app/settings.ts'
import { newSessionId, testApp } from '../app/test-app.ts'
import { siteUnderAttack } from '../make/hostile.ts'
import { newItems } from '../make/items.ts'
import { buildForm, filePart, formHeaders, userPart } from '../make/upload.ts'

type Route = `${string} ${string}`
const changesOfAll = (await allContracts()).filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'))
const { app, visitor, item, send, aVote, expectUntouched } = await siteUnderAttack()

/** Sends raw bytes, which may be invalid HTTP. */
const raw = async (bytes: string) => {
  const { hostname, port } = new URL(app.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.end(bytes)
  return text(socket)
}
const readStatus = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1])

describe('an unexpected method', () => {
  const paths = () => ['/api/session', '/api/votes', `/api/media/${item}/view`, `/api/media/random/${visitor.id}`, '/']

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])('is refused: %s', async (method) => {
    for (const path of paths()) expectError(await send(`${method} ${path}`, aVote()), [404, 405])
    await expectUntouched()
  })

  it('changes nothing as GET or HEAD', async () => {
    for (const method of ['GET', 'HEAD']) {
      for (const path of paths().slice(1, 3)) expect((await send(`${method} ${path}`)).status).toBe(404)
      expect((await send(`${method} /api/session`)).status).toBe(200)
    }
    expect((await send(`HEAD /api/media/random/${visitor.id}`)).text).toBe('')
    await expectUntouched()
  })

  it('cannot be chosen by a header, a parameter or a field', async () => {
    const overrides = { 'x-http-method-override': 'POST', 'x-http-method': 'POST', 'x-method-override': 'POST' }
    expectError(await send('GET /api/votes?_method=POST', { ...aVote(), _method: 'POST' }, overrides), 404)
    await expectUntouched()
  })

  it('is refused when it does not exist', async () => {
    for (const method of ['FOO', 'get', 'PO ST', '', 'CONNECT'])
      expect(await raw(`${method} /api/votes HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).not.toMatch(
        /^HTTP\/1.1 [25]/,
      )
    await expectUntouched()
  })
})

describe('a path in another spelling', () => {
  it.each([
    ...['//api//votes', '/api//votes', '/api/./votes', '/x/../api/votes', '/api/%76otes', '/API/votes', '/api/votes/'],
    ...['/api/votes;x', '/api%2fvotes', '/api/votes%00', '/api/votes%20', '/api/votes/x', '/api/votes.json'],
  ])('does not bypass the session: %s', async (path) => {
    expectError(await call(app, `POST ${path}`, { body: aVote() }), [400, 401, 404])
    await expectUntouched()
  })

  it.each([
    ...['/API/admin/users', '/api/ADMIN/users', '/api/./admin/users', '/x/../api/admin/users', '//api/admin/users'],
    ...['/api//admin/users', '/api/%61dmin/users', '/api/admin%2fusers', '/api/admin;x/users', '/api/admin/users/'],
    ...['/api/admin/./users', '/api/admin/users;x', '/api/admin/users?x', '/api/admin\\users', '/api/adm/users'],
  ])('does not bypass the guard of the operator: %s', async (path) => {
    for (const reply of [await call(app, `GET ${path}`), await send(`GET ${path}`)]) {
      expect([401, 404]).toContain(reply.status)
      expect(reply.text).not.toContain(visitor.username)
    }
  })

  it.each([
    '/api',
    '/api/',
    '/api/x',
    '/api/media',
    '/api/media/random',
    '/api/users/1/stats/x.css',
    '/api/votes/x.png',
  ])('matches no call: %s', async (path) => {
    const reply = await send(`GET ${path}`)
    expectError(reply, 404, 'not_found')
    expect(reply.headers['cache-control']).toBe('no-store')
  })
})

it.each([
  ...['/.env', '/.git/HEAD', '/package.json', '/src/', '/src/main.ts', '/node_modules/', '/@vite/client', '/@fs/'],
  ...['/%2e%2e/%2e%2e/etc/passwd', '/../../etc/passwd', '/..%2f..%2fetc%2fpasswd', '/..%5c..%5cetc%5cpasswd'],
  ...['/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json', '/media/../secret', '/media/..%2fsecret'],
  ...[
    '/media/%2e%2e/admin-password',
    '/assets/index.js.map',
    '/index.html.map',
    '/theme.js.map',
    '/%00',
    '/index.html%00',
  ],
  ...['/data/secret', '/media/', '/assets/', '/media/.incoming/', '/server-status', '/wp-login.php'],
])('reveals no file: %s', async (path) => {
  const reply = await call(app, `GET ${path}`, { headers: { accept: '*/*' } })
  expect([400, 404]).toContain(reply.status)
  // Ignore the brand, because its name may equal the package's name.
  const text = reply.text.replace(/<script type="application\/json" id="brand">[^<]*<\/script>/, '')
  expect(text).not.toMatch(/root:|hotvote"|@hotvote|sourcesContent|ref: refs/)
})

describe('headers', () => {
  it('cause no failure with 20 kB, a cookie of 9 kB or 2,000 cookies', async () => {
    const url = `GET /api/media/random/${visitor.id}` as const
    expect((await call(app, url, { headers: { 'x-long': 'x'.repeat(20_000) } })).status).toBe(431)
    expect([400, 401, 431]).toContain((await call(app, url, { cookie: `hv_session=${'x'.repeat(9_000)}` })).status)
    const many = Array.from({ length: 2000 }, (_, n) => `c${n}=1`)
    expect([400, 401, 431]).toContain((await call(app, url, { cookie: many.join('; ') })).status)
    expect([200, 400, 431]).toContain(
      (await call(app, url, { cookie: [...many.slice(0, 500), visitor.cookie].join('; ') })).status,
    )
    await expectUntouched()
  })

  it('are refused when they contradict each other or the body', async () => {
    const head = `POST /api/votes HTTP/1.1\r\nHost: x\r\nCookie: ${visitor.cookie}\r\nContent-Type: application/json\r\n`
    const broken = [
      `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}`,
      `${head}Content-Length: -1\r\n\r\n{}`,
      `${head}Content-Length: 1000\r\n\r\n{"userId":`,
      `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
      `${head}X: a\u0000b\r\n\r\n`,
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
      '\u0016\u0003\u0001 hello',
    ]
    for (const bytes of broken) {
      const answer = await raw(bytes)
      if (answer) expect(Math.floor(readStatus(answer) / 100), answer).toBe(4)
    }
    await expectUntouched()
  })
})

describe('a request from another site', () => {
  const EVIL = 'https://evil.example'
  const changes = () =>
    [
      ['POST /api/votes', aVote()],
      [`POST /api/media/${item}/view`, { userId: visitor.id }],
      ['POST /api/session', { sessionId: newSessionId(), username: '' }],
    ] as [Route, object][]

  it.each([
    { origin: EVIL },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
    { origin: 'http://evil.example/?localhost:3000' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: EVIL, 'sec-fetch-site': 'same-origin' },
  ])('is refused with %j', async (headers) => {
    for (const [route, body] of changes())
      expectError(await send(route, body, headers as Record<string, string>), 403, 'cross_site')
    await expectUntouched()
  })

  it.each(changesOfAll)('is refused by $method $path for any login', async ({ method, path, form }) => {
    const [bytes, type] = form ? [buildForm([userPart(visitor.id), filePart('x')]), formHeaders] : [{}, {}]
    const headers = { ...OPERATOR, ...type, origin: EVIL, 'sec-fetch-site': 'cross-site' }
    expectError(await send(`${method} ${path.replaceAll(/:\w+/g, '1')}`, bytes, headers), 403, 'cross_site')
  })

  it('cannot read answers', async () => {
    const preflight = { origin: EVIL, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x' }
    for (const reply of [
      await send('OPTIONS /api/votes', undefined, preflight),
      await send(`GET /api/media/random/${visitor.id}`, undefined, { origin: EVIL }),
      await call(app, 'GET /', { headers: { origin: EVIL } }),
    ])
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('is not confused with a request of the site itself', async () => {
    for (const headers of [
      { origin: app.deps.config.publicUrl, 'sec-fetch-site': 'same-origin' },
      { origin: app.baseUrl },
      { 'sec-fetch-site': 'none' },
    ] as Record<string, string>[])
      expect((await send(`POST /api/media/${item}/view`, { userId: visitor.id }, headers)).status).toBe(204)
  })
})

it('forbids storing, sniffing and framing answers of the API', async () => {
  for (const reply of [
    await send(`GET /api/media/random/${visitor.id}`),
    await send('POST /api/session', { sessionId: newSessionId(), username: '' }),
    await send('POST /api/votes', {}),
    await call(app, 'GET /api/x'),
  ]) {
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(reply.headers['content-type']).toMatch(/^application\/json/)
    expect(reply.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    for (const name of ['etag', 'x-powered-by', 'server']) expect(reply.headers[name]).toBeUndefined()
  }
})

it('hides the internals of a failure and returns an id', async () => {
  const own = await testApp()
  const someone = await quickVisitor(own)
  const [item = 0] = await newItems(own, (await quickVisitor(own)).id, 1)
  await own.deps.db.query({ text: 'ALTER TABLE votes RENAME TO ballots' })
  const failures = [await someone.next(), await someone.vote(item)].map((reply) => expectError(reply, 500, 'internal'))
  expect(new Set(failures.map(({ requestId }) => requestId)).size).toBe(2)
  for (const { message } of failures) expect(message).not.toMatch(/ballots|votes|relation|42P01/)
  await own.deps.db.query({ text: 'ALTER TABLE ballots RENAME TO votes' })
  expect((await someone.next()).status).toBe(200)
  expect((await call(own, 'GET /healthz')).status).toBe(200)
})
