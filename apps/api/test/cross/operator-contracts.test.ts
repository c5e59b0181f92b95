import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call, expectError, quickVisitor } from '../app/call.ts'
import { allContracts } from '../app/contracts.ts'
import { ADMIN_PASSWORD, OPERATOR } from '../app/credentials.ts'
import { auditOf } from '../app/operator.ts'
import { testApp } from '../app/test-app.ts'
import { appWithWorker, withWorker } from '../app/worker.ts'
import { openMailbox } from '../fakes/mailbox.ts'
import { operatorActs } from '../make/operator-acts.ts'

/** The calls of `admin.md §7`, including downloads. */
const SPECIFIED = [
  'GET /api/admin/media',
  'DELETE /api/admin/media/1',
  'GET /api/admin/users',
  'POST /api/admin/reset-database',
  'POST /api/admin/import-media',
  'GET /api/admin/inactive-accounts-count',
  'POST /api/admin/purge-inactive-accounts',
  'POST /api/admin/populate-votes',
  'POST /api/admin/fix-user-sequence',
  'GET /api/admin/export-votes',
  'GET /api/admin/list-bucket-files',
  'POST /api/admin/delete-bucket-files',
  'GET /api/admin/find-duplicates',
  'GET /api/admin/idle-redirect-config',
  'POST /api/admin/idle-redirect-config',
  'GET /api/admin/idle-redirect-history',
  'GET /api/admin/back-button-config',
  'POST /api/admin/back-button-config',
  'GET /api/admin/back-button-history',
  'GET /api/admin/ad-config/zone1',
  'POST /api/admin/ad-config/zone1',
  'GET /api/admin/ad-config/skip-button',
  'POST /api/admin/ad-config/skip-button',
  'GET /api/admin/email-capture-config',
  'POST /api/admin/email-capture-config',
  'GET /api/admin/vote-multiplier-config',
  'POST /api/admin/vote-multiplier-config',
  'GET /api/admin/dmca-takedowns',
  'PATCH /api/admin/dmca-takedowns/1',
  'GET /api/admin/audit-logs',
] as const
const VARIANTS = [
  'GET /api/admin/audit-logs?export=true',
  'GET /api/admin/captured-emails?export=true',
  'GET /api/admin/export-votes?operation=1',
] as const

const contracts = (await allContracts()).filter(({ path }) => path.startsWith('/api/admin'))
const found = contracts.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, '1')}` as const)
const routes = [...found, ...VARIANTS]
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

const app = await testApp()
const visitor = await quickVisitor(app)
// Some calls wait for their job.
await withWorker(app)

it('includes every specified call', () => {
  expect(SPECIFIED.filter((route) => !found.includes(route))).toEqual([])
})

describe.each([...new Set(routes)])('%s', (route) => {
  // Calls without a required body are refused after the guard and change nothing.
  const send = (headers: Record<string, string>, cookie?: string) =>
    call<{ error?: string }>(app, route, { headers, ...(cookie && { cookie }) })

  it('is refused to everybody but the operator', async () => {
    expectError(await send({}), 401, 'not_operator')
    expectError(await send({}, visitor.cookie), 401, 'not_operator')
    expectError(await send(basic('admin:wrong'), visitor.cookie), 401, 'not_operator')
    expectError(await send(basic(`${visitor.cookie}:${ADMIN_PASSWORD}`)), 401, 'not_operator')
  })

  it('is available to the operator', async () => {
    const { status, body, text } = await send(OPERATOR)
    expect(body?.error, text.slice(0, 300)).not.toBe('Unknown API call.')
    expect([401, 403, 405, 500, 503]).not.toContain(status)
  })
})

const openObjects = (schema: unknown, path = ''): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const isOpen = 'type' in schema && schema.type === 'object' && 'properties' in schema && !isClosed(schema)
  const within = Object.entries(schema).flatMap(([name, part]) => openObjects(part, `${path}/${name}`))
  return isOpen ? [path, ...within] : within
}
const isClosed = (schema: object) => 'additionalProperties' in schema && schema.additionalProperties === false

describe('unknown fields', async () => {
  const site = await appWithWorker()
  const NAMES: Record<string, string> = { kind: 'populate-votes', setting: 'reports', variant: 'original' }
  const filled = (path: string) => path.replaceAll(/:(\w+)/g, (_, name: string) => NAMES[name] ?? '1')

  it('are allowed in no input, however deep', () => {
    const open = contracts.flatMap(({ method, path, params, query, body }) =>
      [params, query, body]
        .filter((schema) => schema !== undefined)
        .flatMap((schema) => openObjects(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))
        .map((place) => `${method} ${path} ${place}`),
    )
    expect(open).toEqual([])
  })

  it.each(contracts)('are refused in the query of $method $path', async ({ method, path }) => {
    const reply = await call(site, `${method} ${filled(path)}?serach=x`, { headers: OPERATOR })
    const message = 'Unknown field “serach”.'
    expect(expectError(reply, 400, 'invalid_request').issues).toContainEqual({ path: 'serach', message })
  })

  it.each(operatorActs)('are refused in the body of $call', async ({ prepare }) => {
    const { route, sending } = await prepare(site)
    const before = (await auditOf(site)).length
    const body = { ...(sending.body as object | undefined), serach: 'x' }
    const reply = await call(site, route, { body, headers: { ...OPERATOR, ...sending.headers } })
    expect(expectError(reply, 400, 'invalid_request').issues).toContainEqual(
      expect.objectContaining({ path: 'serach' }),
    )
    expect((await auditOf(site)).length).toBe(before)
  })
})

describe('every change of the operator', async () => {
  const mailbox = await openMailbox()
  const site = await appWithWorker({ SMTP_URL: mailbox.url, OPERATOR_EMAIL: 'operator@example.com' })

  it('is made here', () => {
    const changes = contracts.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
    expect(operatorActs.map((act) => act.call).sort()).toEqual([...new Set(changes)].sort())
  })

  it.each(operatorActs)('leaves an entry in the audit log: $call', async ({ prepare }) => {
    const { route, sending } = await prepare(site)
    const reply = await call(site, route, { ...sending, headers: { ...OPERATOR, ...sending.headers } })
    expect(reply.status, reply.text).toBeLessThan(300)
    const entries = (await auditOf(site)).filter(({ requestId }) => requestId === reply.headers['x-request-id'])
    expect(entries.map(({ actor, context }) => [actor, context.ip])).toContainEqual(['operator', '127.0.0.1'])
  })
})
