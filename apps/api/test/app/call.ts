import { readdirSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { type Contract, type ErrorCode, errorBody } from '@hotvote/shared/contract'
import type { RatingItem, Tally } from '@hotvote/shared/visitor/rating'
import type { Session } from '@hotvote/shared/visitor/sessions'
import { expect } from 'vitest'
import { newSessionId } from './test-app.ts'

const SHARED = new URL('../../../../packages/shared/src/', import.meta.url)
const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

export const allContracts = async () => {
  const files = readdirSync(SHARED, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('.test.'),
  )
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, SHARED).href)))
  const exported = modules.flatMap((module) => Object.values(module))
  return exported.flatMap((value) => [value, ...Object.values(value ?? {})]).filter(isContract)
}

/** Expects 304 for an unchanged ETag, and returns a function for the next request. */
export const expectSentOnce = async (app: { baseUrl: string }, route: `GET ${string}`, expected: object) => {
  const { body, headers } = await call(app, route)
  expect(body).toEqual(expected)
  expect(headers['cache-control']).toBe('no-cache')
  const again = () => call(app, route, { headers: { 'if-none-match': String(headers.etag) } })
  expect(await again()).toMatchObject({ status: 304, text: '' })
  return again
}

type Target = { baseUrl: string }
/** `body` is sent as JSON, except text and bytes. `agent: false` opens a new connection. */
type Sending = {
  body?: unknown
  cookie?: string | string[]
  headers?: Record<string, string>
  agent?: Agent | false
}
export type Reply<Body = unknown> = { status: number; headers: IncomingHttpHeaders; text: string; body: Body }

const agent = new Agent({ keepAlive: true, maxSockets: 50 })

const getPayload = (body: unknown) => {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body
  return JSON.stringify(body)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Retries once if the server has just closed a kept-alive connection. */
export const call = <Body = unknown>(
  { baseUrl }: Target,
  route: `${string} ${string}`,
  { body, cookie, headers, agent: own = agent }: Sending = {},
): Promise<Reply<Body>> =>
  new Promise<Reply<Body>>((done, fail) => {
    const [method, path] = [route.slice(0, route.indexOf(' ')), route.slice(route.indexOf(' ') + 1)]
    const { hostname, port } = new URL(baseUrl)
    const payload = getPayload(body)
    const given = {
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      }),
      ...(cookie !== undefined && { cookie }),
      ...headers,
    }
    const req = request({ hostname, port, method, path, agent: own, headers: given }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('error', fail)
      res.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        done({ status: res.statusCode ?? 0, headers: res.headers, text, body: parsed(text) as Body })
      })
    })
    // A server may answer and close before the whole body is sent; then use the answer.
    req.on('error', (failure: NodeJS.ErrnoException) => {
      if (!req.reusedSocket || failure.code !== 'ECONNRESET') return fail(failure)
      call<Body>({ baseUrl }, route, { body, cookie, headers, agent: false }).then(done, fail)
    })
    req.end(payload)
  })

const LEAKS =
  /\bat .+:\d+|node_modules|\/src\/|\.ts\b|select |insert |update |postgres|drizzle|express|zod|127\.0\.0\.1/i

export const expectError = (reply: Reply, status: number | number[], code?: ErrorCode) => {
  expect([status].flat(), reply.text.slice(0, 300)).toContain(reply.status)
  const error = errorBody.strict().parse(reply.body)
  expect(error.message).toBe(error.error)
  expect(error.error).not.toBe('')
  expect(error.requestId).not.toBe('')
  if (code) expect(error.code).toBe(code)
  expect(reply.text).not.toMatch(LEAKS)
  return error
}

export const readCookie = ({ headers }: Reply) =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')

/** Creates a visitor with one call, for tests with thousands of calls. */
export const quickVisitor = async (app: Target, sessionId = newSessionId(), headers: Record<string, string> = {}) => {
  const body = { sessionId, username: '' }
  const opened = await call<Session>(app, 'POST /api/session', { body, headers })
  expect(opened.status, opened.text).toBe(200)
  const { id } = opened.body
  const cookie = readCookie(opened)
  const sending = { cookie, headers }
  return {
    ...opened.body,
    cookie,
    headers,
    next: (exclude: number[] = []) =>
      call<RatingItem>(app, `GET /api/media/random/${id}?${exclude.map((one) => `exclude=${one}`).join('&')}`, sending),
    vote: (mediaId: number, isHot = mediaId % 3 !== 0) =>
      call<Tally>(app, 'POST /api/votes', { ...sending, body: { userId: id, mediaId, isHot } }),
    undo: (mediaId: number) => call<Tally>(app, `DELETE /api/votes/${mediaId}?userId=${id}`, sending),
    view: (mediaId: number) => call(app, `POST /api/media/${mediaId}/view`, { ...sending, body: { userId: id } }),
    comeBack: (from: string) => call(app, 'POST /api/session', { body, headers: { 'x-forwarded-for': from } }),
  }
}
export type QuickVisitor = Awaited<ReturnType<typeof quickVisitor>>

/** Creates a visitor whose requests a proxy forwards from `address`. */
export const visitorFrom = (app: Target, address: string) =>
  quickVisitor(app, newSessionId(), { 'x-forwarded-for': address })

export const quickVisitors = async (app: Target, count: number) => {
  const visitors: QuickVisitor[] = []
  while (visitors.length < count)
    visitors.push(
      ...(await Promise.all(Array.from({ length: Math.min(10, count - visitors.length) }, () => quickVisitor(app)))),
    )
  return visitors.sort((one, other) => one.id - other.id)
}
