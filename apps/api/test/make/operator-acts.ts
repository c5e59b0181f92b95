import { randomUUID } from 'node:crypto'
import { accessDefaults } from '@hotvote/shared/visitor/access'
import { quickVisitor } from '../app/call.ts'
import { operatorCall } from '../app/operator.ts'
import type { TestApp } from '../app/test-app.ts'
import { complainant } from './claims.ts'
import { newItems } from './items.ts'
import { newLookAlikes, newRemoved, newReported, newTrashed } from './waiting-items.ts'

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
  'POST /api/admin/import-media': () => ({}),
  'POST /api/admin/delete-bucket-files': () => ({ body: { filenames: ['2026/11/nothing.jpg'] } }),
}

const DECISIONS: Record<string, Act> = {
  'POST /api/admin/look-alikes/:mediaId': onOne(newLookAlikes, { decision: 'publish' }),
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
  // Last, because a paused operation blocks a reset.
  'POST /api/admin/operations/:kind/stop': async (app) => {
    const { id } = await quickVisitor(app)
    await newItems(app, id, 30)
    // More votes than one call makes, so that the operation pauses.
    await operatorCall(app, 'POST /api/admin/populate-votes?minVotes=20&maxVotes=20')
    return {}
  },
}

const ACTS = { ...SETTINGS, ...MEDIA, ...DECISIONS, ...BANS, ...VOTES, ...USERS, ...SITE }

/** Every change that the operator can make, by contract, with a valid example. */
export const operatorActs = Object.entries(ACTS).map(([call, act]) => ({
  call,
  prepare: async (app: TestApp) => {
    const { id = 0, query = '', body, headers } = await act(app)
    const route = call.replace(':kind', 'populate-votes').replace(/:\w+/, String(id)) + query
    return { route: route as `${string} ${string}`, sending: { body, headers: headers ?? {} } }
  },
}))
