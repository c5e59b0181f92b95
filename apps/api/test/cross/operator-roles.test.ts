import { describe, expect, it } from 'vitest'
import { allContracts, call, expectError } from '../app/call.ts'
import { operatorCall } from '../app/operator.ts'
import { testApp } from '../app/test-app.ts'
import { withWorker } from '../app/worker.ts'
import { addOperator } from '../make/operators.ts'

/** Paths that moderators may call, for the screens review, queue, takedowns, media and users. */
const MODERATION =
  /^\/api\/admin\/(media|delete-(matching-)?media|trash|empty-trash|restore-media|removal-counts|removed-items|review|queue|reports|surges|dismissed-outliers|set-votes-aside|count-votes-again|look-alikes|dmca-takedowns?|users?|user-totals|operations)(\/|-|$)/
const OWN = /^\/api\/admin\/(login|logout|me)(\/|$)/
/** Exports of personal data, which only admins may request. */
const EXCEPT = ['/api/admin/users/:userId/data']

const NAMES: Record<string, string> = { kind: 'delete-media', setting: 'reports', variant: 'original' }
const contracts = (await allContracts())
  .filter(({ path }) => path.startsWith('/api/admin'))
  .map(({ method, path, role }) => ({
    role,
    path,
    route: `${method} ${path.replaceAll(/:(\w+)/g, (_, name: string) => NAMES[name] ?? '999')}` as const,
  }))

const app = await testApp()
await withWorker(app)
const moderator = await addOperator(app)
const admin = await addOperator(app, 'admin')
// Requests without a body mostly fail validation, so they change nothing.
const send = ({ headers }: { headers: Record<string, string> }, route: `${string} ${string}`) =>
  call(app, route, { headers })

it('opens only the calls of their screens to moderators', () => {
  for (const { path, role } of contracts) {
    const expected = OWN.test(path) ? 'self' : MODERATION.test(path) && !EXCEPT.includes(path) ? 'moderator' : undefined
    expect([path, role]).toEqual([path, expected])
  }
})

describe.each(contracts)('$route', ({ route, role }) => {
  it(`is ${role === undefined ? 'refused' : 'open'} to moderators`, async () => {
    const reply = await send(moderator, route)
    if (role === undefined) expectError(reply, 403, 'forbidden')
    else expect([401, 403, 405, 500, 503]).not.toContain(reply.status)
  })

  it('is open to admins', async () => {
    expect([401, 403, 405, 500, 503]).not.toContain((await send(admin, route)).status)
  })
})

it('lets moderators follow and stop only operations of their screens', async () => {
  for (const route of [
    'GET /api/admin/operations/export-votes',
    'POST /api/admin/operations/export-votes/stop',
  ] as const)
    expectError(await send(moderator, route), 403, 'forbidden')
  expect((await send(moderator, 'GET /api/admin/operations/empty-trash')).status).toBe(200)
})

it('refuses metrics and probes to moderators', async () => {
  const site = await testApp({ METRICS_TOKEN: 'a-token-of-monitoring' })
  const { headers } = await addOperator(site)
  expectError(await call(site, 'GET /metrics', { headers }), 403, 'forbidden')
  expect((await operatorCall(site, 'GET /metrics')).status).toBe(200)
})
