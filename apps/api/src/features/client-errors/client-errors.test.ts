import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sent } from '@hotvote/shared/contract'
import { CLIENT_ERROR_MAX } from '@hotvote/shared/limits'
import type { recordClientError } from '@hotvote/shared/visitor/client-errors'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { call, expectError } from '../../../test/app/call.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { createApp } from '../../app.ts'
import { loggableText } from './client-errors.routes.ts'

const anError = (changes: Partial<Record<keyof Sent<typeof recordClientError, 'body'>, unknown>> = {}) => ({
  message: 'TypeError: x is not a function',
  stack: 'TypeError: x is not a function\n    at f (https://hot.example/assets/index-Ab3.js:1:20)',
  path: '/upload',
  build: 'index-Ab3.js',
  ...changes,
})
const report = (app: { baseUrl: string }, body: unknown, headers?: Record<string, string>) =>
  call(app, 'POST /api/client-errors', { body, ...(headers && { headers }) })

describe('POST /api/client-errors', async () => {
  const app = await testApp()

  it('writes a log line without personal data', async () => {
    const lines: string[] = []
    const log = pino({ base: undefined }, { write: (line) => void lines.push(line) })
    const server = createServer(createApp({ ...app.deps, log })).listen(0, '127.0.0.1')
    await once(server, 'listening')
    afterUse(() => void server.close().closeAllConnections())
    const site = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    const message = 'Error: \u0007ada@example.com \u202ehas\u0000 no name'.replace('\u0000', '')
    const { status, text, headers } = await report(site, anError({ message, path: '/adm/users' }))
    expect([status, text]).toEqual([204, ''])
    const line = lines.find((one) => one.includes('client error')) ?? ''
    expect(JSON.parse(line)).toEqual({
      level: 40,
      time: expect.any(Number),
      requestId: headers['x-request-id'],
      clientError: anError({ message: 'Error: [address] has no name', path: '/adm/users' }),
      msg: 'client error',
    })
  })

  it.each([
    ['no message', anError({ message: undefined })],
    ['a message that is too long', anError({ message: 'x'.repeat(CLIENT_ERROR_MAX.message + 1) })],
    ['a stack that is too long', anError({ stack: 'x'.repeat(CLIENT_ERROR_MAX.stack + 1) })],
    ['parameters', anError({ path: '/?session=code' })],
    ['another site', anError({ path: 'https://elsewhere.example/' })],
    ['no text', anError({ build: 7 })],
    ['half a character', anError({ message: '\ud800' })],
  ])('refuses %s', async (_what, body) => {
    expectError(await report(app, body), 400, 'invalid_request')
  })

  it('accepts fields of the maximum length and no larger body', async () => {
    const { message, stack, path, build } = CLIENT_ERROR_MAX
    const longest = anError({
      message: '€'.repeat(message),
      stack: '€'.repeat(stack),
      path: `/${'€'.repeat(path - 1)}`,
      build: 'x'.repeat(build),
    })
    expect((await report(app, longest)).status).toBe(204)
    expectError(await report(app, anError({ stack: 'x'.repeat(20_000) })), 413, 'too_large')
    expectError(await report(app, anError(), { 'sec-fetch-site': 'cross-site' }), 403, 'cross_site')
  })

  it('limits calls to thirty', async () => {
    const strict = await testApp({ RATE_LIMITS: 'on' })
    for (let i = 0; i < 30; i++) expect((await report(strict, anError())).status).toBe(204)
    expectError(await report(strict, anError()), 429, 'too_many_requests')
  })

  it('accepts errors from pages of both hosts', async () => {
    const apart = await testApp({ ADMIN_HOST: 'admin.hot.example', PUBLIC_URL: 'http://hot.example' })
    for (const host of ['admin.hot.example', 'hot.example'])
      expect((await report(apart, anError(), { host, origin: `http://${host}` })).status).toBe(204)
  })
})

it.each([
  ['at f (https://hot.example/?session=Ab3&x=1#top:1:2)', 'at f (https://hot.example/)'],
  ['f@https://hot.example/assets/index-Ab3.js:1:20', 'f@https://hot.example/assets/index-Ab3.js:1:20'],
  ['Nobody is ada+x@mail.example.com.', 'Nobody is [address].'],
  [`no session ${'Ab3_'.repeat(8)}`, 'no session [secret]'],
  ['useSomethingThatHasAVeryLongName is not a function', 'useSomethingThatHasAVeryLongName is not a function'],
  ['one\ntwo\r\u001b[31mred\u2028', 'one\ntwo[31mred'],
])('logs %j as %j', (given, logged) => {
  expect(loggableText(given)).toBe(logged)
})
