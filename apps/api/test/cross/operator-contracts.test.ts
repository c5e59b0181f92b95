import { randomUUID } from 'node:crypto'
import { accessDefaults } from '@hotvote/shared/visitor/access'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allContracts, call, expectError, quickVisitor } from '../app/call.ts'
import { listAudit, operatorCall } from '../app/operator.ts'
import { ADMIN_PASSWORD, OPERATOR } from '../app/settings.ts'
import { type TestApp, testApp } from '../app/test-app.ts'
import { appWithWorker, withWorker } from '../app/worker.ts'
import { openMailbox } from '../fakes/mailbox.ts'
import { newItems } from '../make/items.ts'
import { complainant, newLookAlikes, newRemoved, newReported, newTrashed } from '../make/moderation.ts'
import { operatorChanges } from '../make/operators.ts'

type Sent = { id?: number; query?: string; body?: unknown; headers?: Record<string, string> }
type Act = (app: TestApp) => Sent | Promise<Sent>

const ofItem = async (app: TestApp) => {
  const { id } = await quickVisitor(app)
  const [item = 0] = await newItems(app, id, 1)
  return item
}

const onOne =
  (made: typeof newTrashed, body?: unknown): Act =>
  async (app) => {
    const { id } = await quickVisitor(app)
    const [item] = await made(app, id, 1)
    return { id: item, body }
  }

const onUser =
  (body?: unknown): Act =>
  async (app) => ({ id: (await quickVisitor(app)).id, body })

const newBan = () => ({ kind: 'username', pattern: randomUUID(), days: 1, reason: 'Insult' })

const SETTINGS: Record<string, Act> = {
  'POST /api/admin/ad-config/zone1': () => ({
    body: { zoneName: 'Below', adCode: '<p>An advertisement</p>', isActive: true, isSandboxed: true },
  }),
  'POST /api/admin/ad-config/skip-button': () => ({
    body: { zoneName: 'Skip', buttonText: 'Next', buttonUrl: '', isActive: true },
  }),
  'POST /api/admin/idle-redirect-config': () => ({ body: { idleRedirectTime: 60, idleRedirectUrl: '' } }),
  'POST /api/admin/back-button-config': () => ({ body: { backButtonUrl: 'https://example.com/' } }),
  'POST /api/admin/email-capture-config': () => ({ body: { isEnabled: true, voteThreshold: 5 } }),
  'POST /api/admin/vote-multiplier-config': () => ({ body: { isEnabled: true, multiplier: 2 } }),
  'POST /api/admin/report-config': () => ({ body: { hideAfter: 3 } }),
  'POST /api/admin/upload-review-config': () => ({ body: { mode: 'off' } }),
  'POST /api/admin/second-factor-config': () => ({ body: { isRequired: false } }),
  'POST /api/admin/site-texts-config': () => ({ body: { contact: 'Mail us', terms: '', privacy: '', imprint: '' } }),
  'POST /api/admin/access-config': () => ({
    body: {
      ...{ uploadsOpen: true, votingOpen: true, isReadOnly: false, unsavedUploads: 0, savedUploads: 0 },
      ...accessDefaults,
    },
  }),
}

const BANS: Record<string, Act> = {
  'POST /api/admin/bans': () => ({ body: newBan() }),
  'DELETE /api/admin/bans/:banId': async (app) => ({
    id: (await operatorCall<{ id: number }>(app, 'POST /api/admin/bans', newBan())).body.id,
  }),
}

const MEDIA: Record<string, Act> = {
  'DELETE /api/admin/media/:mediaId': async (app) => ({ id: await ofItem(app) }),
  'POST /api/admin/delete-media': async (app) => ({ body: { mediaIds: [await ofItem(app)] } }),
  'POST /api/admin/delete-matching-media': async (app) => ({ body: { id: await ofItem(app) } }),
  'POST /api/admin/trash/:mediaId/restore': onOne(newTrashed),
  'DELETE /api/admin/trash/:mediaId': onOne(newTrashed),
  'POST /api/admin/restore-media': async (app) => {
    const { id } = await quickVisitor(app)
    return { body: { mediaIds: await newTrashed(app, id, 1) } }
  },
  'POST /api/admin/empty-trash': () => ({ query: '?all=true' }),
  'POST /api/admin/media-seen': () => ({ body: { until: '2026-01-01T00:00:00Z' } }),
  'POST /api/admin/import-media': () => ({}),
  'POST /api/admin/delete-bucket-files': () => ({ body: { filenames: ['2026/11/nothing.jpg'] } }),
}

const DECISIONS: Record<string, Act> = {
  'POST /api/admin/look-alikes/:mediaId': onOne(newLookAlikes, { decision: 'publish' }),
  'POST /api/admin/review/decisions': async (app) => {
    const { id } = await quickVisitor(app)
    return { body: { mediaIds: await newLookAlikes(app, id, 1), decision: 'approve' } }
  },
  'POST /api/admin/queue/decisions': async (app) => {
    const { id } = await quickVisitor(app)
    return { body: { mediaIds: await newReported(app, id, 1), decision: 'keep' } }
  },
  'POST /api/admin/reports/:mediaId': onOne(newReported, { decision: 'keep' }),
  'PATCH /api/admin/dmca-takedowns/:takedownId': async (app) => {
    const { body } = await complainant(app).file()
    return { id: body.id, body: { status: 'reviewed' } }
  },
  'POST /api/admin/surges/:surgeId': async (app) => {
    const open = `INSERT INTO surges (network, visitors, until) VALUES (gen_random_uuid()::text::bytea, 300, now()) RETURNING id`
    const [row] = await app.deps.db.query<{ id: number }>({ text: open })
    return { id: row?.id ?? 0, body: { decision: 'dismiss' } }
  },
  'DELETE /api/admin/removed-items/:removedItemId': onOne(newRemoved),
  'POST /api/admin/dismissed-outliers': () => ({ body: { key: 'burst:1', isDismissed: true } }),
}

const VOTES: Record<string, Act> = {
  'POST /api/admin/populate-votes': () => ({ query: '?minVotes=1&maxVotes=1' }),
  'POST /api/admin/set-votes-aside': () => ({ body: { kind: 'synthetic' } }),
  'POST /api/admin/count-votes-again': async (app) => {
    const { rows } = await app.deps.db.pool.query("INSERT INTO set_asides (kind) VALUES ('synthetic') RETURNING id")
    return { body: { setAsideId: Number(rows[0].id) } }
  },
}

const USERS: Record<string, Act> = {
  'PATCH /api/admin/users/:userId': onUser({ username: 'Somebody else' }),
  'POST /api/admin/users/:userId/block': onUser(),
  'POST /api/admin/users/:userId/unblock': async (app) => {
    const { id } = await quickVisitor(app)
    await operatorCall(app, `POST /api/admin/users/${id}/block`)
    return { id }
  },
  'DELETE /api/admin/users/:userId': onUser(),
  'POST /api/admin/purge-inactive-accounts': () => ({}),
  'POST /api/admin/fix-user-sequence': () => ({}),
}

const SITE: Record<string, Act> = {
  'POST /api/admin/login': () => ({}),
  'POST /api/admin/logout': async (app) => {
    const { body } = await operatorCall<{ token: string }>(app, 'POST /api/admin/login')
    return { headers: { authorization: `Basic ${body.token}` } }
  },
  'POST /api/admin/test-email': () => ({}),
  'POST /api/admin/reset-database': () => ({}),
  // Run this call last, because a paused operation blocks a reset.
  'POST /api/admin/operations/:kind/stop': async (app) => {
    const { id } = await quickVisitor(app)
    await newItems(app, id, 30)
    // Request more votes than one call makes, so that the operation pauses.
    await operatorCall(app, 'POST /api/admin/populate-votes?minVotes=20&maxVotes=20')
    return {}
  },
}

const ACTS = { ...SETTINGS, ...MEDIA, ...DECISIONS, ...BANS, ...VOTES, ...USERS, ...operatorChanges, ...SITE }

/** Every change that the operator can make, by contract, with a valid example. */
const operatorActs = Object.entries(ACTS).map(([call, act]) => ({
  call,
  prepare: async (app: TestApp) => {
    const { id = 0, query = '', body, headers } = await act(app)
    const route = call.replace(':kind', 'populate-votes').replace(/:\w+/, String(id)) + query
    return { route: route as `${string} ${string}`, sending: { body, headers: headers ?? {} } }
  },
}))

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
// Run a worker, because some calls wait for their job.
await withWorker(app)

it('has a contract for every specified call', () => {
  expect(SPECIFIED.filter((route) => !found.includes(route))).toEqual([])
})

describe.each([...new Set(routes)])('%s', (route) => {
  // Calls without a required body are refused after the guard and change nothing.
  const send = (headers: Record<string, string>, cookie?: string) =>
    call<{ error?: string }>(app, route, { headers, ...(cookie && { cookie }) })

  it('refuses every caller but the operator', async () => {
    expectError(await send({}), 401, 'not_operator')
    expectError(await send({}, visitor.cookie), 401, 'not_operator')
    expectError(await send(basic('admin:wrong'), visitor.cookie), 401, 'not_operator')
    expectError(await send(basic(`${visitor.cookie}:${ADMIN_PASSWORD}`)), 401, 'not_operator')
  })

  it('accepts the operator', async () => {
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

  it('are forbidden at every depth of an input', () => {
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
    const before = (await listAudit(site)).length
    const body = { ...(sending.body as object | undefined), serach: 'x' }
    const reply = await call(site, route, { body, headers: { ...OPERATOR, ...sending.headers } })
    expect(expectError(reply, 400, 'invalid_request').issues).toContainEqual(
      expect.objectContaining({ path: 'serach' }),
    )
    expect((await listAudit(site)).length).toBe(before)
  })
})

describe('every change of the operator', async () => {
  const mailbox = await openMailbox()
  const site = await appWithWorker({ SMTP_URL: mailbox.url, OPERATOR_EMAIL: 'operator@example.com' })

  it('has an example here', () => {
    const changes = contracts.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
    expect(operatorActs.map((act) => act.call).sort()).toEqual([...new Set(changes)].sort())
  })

  it.each(operatorActs)('leaves an entry in the audit log: $call', async ({ prepare }) => {
    const { route, sending } = await prepare(site)
    const reply = await call(site, route, { ...sending, headers: { ...OPERATOR, ...sending.headers } })
    expect(reply.status, reply.text).toBeLessThan(300)
    const entries = (await listAudit(site)).filter(({ requestId }) => requestId === reply.headers['x-request-id'])
    expect(entries.map(({ actor, context }) => [actor, context.ip])).toContainEqual(['operator', '127.0.0.1'])
  })
})
