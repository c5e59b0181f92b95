import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '@hotvote/shared/contract'
import { operationKinds, type Operation as Work } from '@hotvote/shared/operator/operations'
import type { userStats } from '@hotvote/shared/visitor/stats'
import { expect } from 'vitest'
import { call, quickVisitor } from '../app/call.ts'
import { operatorCall } from '../app/operator.ts'
import { OPERATOR } from '../app/settings.ts'
import { SOON } from '../app/soon.ts'
import { testApp } from '../app/test-app.ts'
import { withWorker } from '../app/worker.ts'
import { askToSave } from '../fakes/mailbox.ts'
import { newItems } from '../make/items.ts'
import { newLookAlikes, newReported, newTrashed } from '../make/moderation.ts'
import { quarters } from '../make/pictures.ts'
import { filePart, upload } from '../make/upload.ts'
import type { Known } from './cases.ts'
import type { Operation } from './document.ts'
import type { Random } from './random.ts'

export type Caller = 'visitor' | 'operator' | 'nobody'

const TAKEDOWN = {
  complainantName: 'Ada',
  complainantEmail: 'ada@example.com',
  copyrightOwner: 'Ada',
  workDescription: 'A photo of mine',
  infringementDescription: 'Shown without asking',
  infringingUrls: ['https://example.com/a'],
  goodFaithStatement: true,
  accuracyStatement: true,
  electronicSignature: 'Ada',
}

type App = Awaited<ReturnType<typeof testApp>>

const tokensIn = ({ dataDir }: App) =>
  readdirSync(join(dataDir, 'mail')).flatMap((file) => {
    const text = readFileSync(join(dataDir, 'mail', file), 'utf8').replaceAll(/=\r?\n/g, '')
    return /token=(?:3D)?([\w-]{43})/.exec(text)?.[1] ?? []
  })

const newTokens = async (app: App) => {
  for (const name of ['one', 'two', 'three']) await askToSave(app, await quickVisitor(app), `${name}@example.com`)
  await expect.poll(() => tokensIn(app).length, SOON).toBe(3)
  return tokensIn(app)
}

/** Creates a visitor whose vote and report can always be undone. */
const newUploader = async (app: App, { voted, disliked }: { voted: [number]; disliked: [number] }) => {
  const visitor = await quickVisitor(app)
  await visitor.vote(voted[0])
  const body = { userId: visitor.id, reason: 'spam' }
  await call(app, `POST /api/media/${disliked[0]}/report`, { body, cookie: visitor.cookie })
  for (const table of ['votes', 'reports']) {
    const text = `UPDATE ${table} SET created_at = now() + interval '1 hour' WHERE user_id = $1`
    await app.deps.db.query({ text }, [visitor.id])
  }
  return { ...visitor, items: (await newItems(app, visitor.id, 5)) as [number] }
}

const newFiles = async (app: App) => {
  const owner = await quickVisitor(app)
  const picture = await quarters(40, 30).png().toBuffer()
  const stored = await upload(app, owner, filePart(picture, 'photo.png', 'image/png'))
  expect(stored.status, stored.text).toBe(201)
  return { picture, keys: [stored.body.url.replace('/media/', '')] as [string] }
}

/** Values for takedowns, uploads and settings. */
const VALUES = {
  ...TAKEDOWN,
  zoneId: 'zone1',
  email: 'somebody@example.com',
  limit: 2,
  buttonUrl: 'https://example.com/',
  idleRedirectUrl: 'https://example.com/',
  backButtonUrl: '',
  isSandboxed: true,
  uploadsOpen: true,
  votingOpen: true,
  isReadOnly: false,
  unsavedUploads: 0,
  savedUploads: 0,
  isActive: true,
  adCode: '<p>An advertisement</p>',
  // More votes than one call makes, so that the operation pauses and can be stopped.
  minVotes: '20',
  maxVotes: '20',
  kind: 'populate-votes',
  // A status that any takedown can reach.
  status: 'resolved',
  // Valid for look-alikes and reports.
  decision: 'remove',
  // Blocking would ban the fuzzer's own network.
  block: false,
  Range: 'bytes=0-9',
}

/** One item has a stored file. */
const newTrash = async (app: App, ownerId: number) => {
  const trashed = await newTrashed(app, ownerId, 20)
  const picture = await quarters(40, 30).png().toBuffer()
  const { body } = await upload(app, await quickVisitor(app), filePart(picture, 'trash.png', 'image/png'))
  const stored: [number] = [body.id]
  await operatorCall(app, `DELETE /api/admin/media/${body.id}`)
  return { trashed, stored }
}

/** `voted` is for undoing votes. */
const newItemsOfOthers = async (app: App) => {
  const { id } = await quickVisitor(app)
  const items = (await newItems(app, id, 30)) as [number]
  const voted = (await newItems(app, id, 1)) as [number]
  const disliked = (await newItems(app, id, 1)) as [number]
  return {
    items,
    voted,
    disliked,
    waiting: await newLookAlikes(app, id, 5),
    reported: await newReported(app, id, 5),
    ...(await newTrash(app, id)),
    ...(await newDecisions(app, id)),
    notice: await newNotice(app),
  }
}

/** Returns the token of a removal that accepts a counter-notice. */
const newNotice = async (app: App) => {
  const owner = await quickVisitor(app)
  const [mediaId] = await newItems(app, owner.id, 1)
  const { body } = await call<{ id: number }>(app, 'POST /api/dmca-takedown', { body: { ...TAKEDOWN, mediaId } })
  await operatorCall(app, `PATCH /api/admin/dmca-takedowns/${body.id}`, { status: 'resolved', removeMedia: true })
  const stats = `GET /api/users/${owner.id}/stats` as const
  return (await call<Answer<typeof userStats>>(app, stats, { cookie: owner.cookie })).body.notices[0]?.token
}

/** Calls that need an item of another visitor. */
const RATING = /votes$|view$|report$/

type Items = Record<'items' | 'voted' | 'disliked' | 'waiting' | 'reported' | 'trashed' | 'stored' | 'own', [number]>
const itemsFor = (
  { path, method }: Pick<Operation, 'path' | 'method'>,
  { items, voted, disliked, waiting, reported, trashed, stored, own }: Items,
) => {
  if (path.includes('/trash/')) return path.includes('variant') ? stored : trashed
  if (path.includes('/votes/')) return voted
  if (method === 'DELETE' && path.endsWith('/report')) return disliked
  if (RATING.test(path)) return items
  if (path.includes('/reports/')) return reported
  return path.includes('look-alikes') ? waiting : own
}

const newDecisions = async (app: App, ownerId: number) => {
  for (let filed = 0; filed < 6; filed++) await call(app, 'POST /api/dmca-takedown', { body: TAKEDOWN })
  for (const id of await newItems(app, ownerId, 6))
    await operatorCall(app, `DELETE /api/admin/media/${id}?neverAgain=true`)
  const surges = `INSERT INTO surges (network, visitors, until) SELECT sha256(n::text::bytea), 400, now() FROM generate_series(1, 5) n RETURNING id::int`
  const bans = `INSERT INTO bans (kind, pattern, reason, created_by) SELECT 'username', 'word ' || n, 'Spam', 'operator' FROM generate_series(1, 20) n RETURNING id::int`
  const removed = 'SELECT id::int FROM taken_down_media'
  const setAsides = `INSERT INTO set_asides (kind) VALUES ('synthetic') RETURNING id::int`
  const operators = `INSERT INTO operators (name, role) SELECT 'operator ' || n, 'moderator' FROM generate_series(1, 5) n RETURNING id::int`
  const idsFrom = async (text: string) =>
    (await app.deps.db.query<{ id: number }>({ text })).map(({ id }) => id) as [number]
  return {
    surges: await idsFrom(surges),
    bans: await idsFrom(bans),
    removed: await idsFrom(removed),
    setAsides: await idsFrom(setAsides),
    operators: await idsFrom(operators),
  }
}

const stopOperations = async (app: App) => {
  for (const kind of operationKinds) {
    await operatorCall(app, `POST /api/admin/operations/${kind}/stop`)
    const latest = () => operatorCall<Work | null>(app, `GET /api/admin/operations/${kind}`)
    await expect.poll(async () => (await latest()).body?.endedAt, SOON).not.toBe(null)
  }
}

export const fuzzedSite = async () => {
  const app = await testApp({ METRICS_TOKEN: 'a-token-of-monitoring' })
  await withWorker(app)
  const others = await newItemsOfOthers(app)
  const { picture, keys } = await newFiles(app)
  let visitor = await newUploader(app, others)
  const tokens = await newTokens(app)
  const { headers } = await operatorCall(app, 'GET /api/admin/media')

  const valuesFor = ({ path, method }: Operation, random: Random): Record<string, unknown> => {
    const [, year, month, name] = /^(\d+)\/(\d+)\/(.+)$/.exec(keys[0]) ?? []
    return {
      ...VALUES,
      ...{ year, month, file: method === 'GET' ? name : picture, token: tokens.at(-1) },
      userId: visitor.id,
      mediaId: random.pick(itemsFor({ path, method }, { ...others, own: visitor.items })),
      mediaIds: [random.pick(others.items)],
      takedownId: random.pick([1, 2, 3, 4, 5, 6]),
      ...(path.includes('/surges/') && { surgeId: random.pick(others.surges), decision: 'dismiss' }),
      // Ban a username, because a banned network would be the fuzzer's own.
      ...(path.includes('/bans') && { kind: 'username', pattern: `${random.seed()}`, banId: random.pick(others.bans) }),
      ...(path.includes('/counter-notices/') && { token: others.notice }),
      ...(path.endsWith('/queue') && { kind: 'report' }),
      ...{ removedItemId: random.pick(others.removed), setAsideId: random.pick(others.setAsides) },
      ...{ sessionId: visitor.sessionId, username: `Name ${random.seed()}`, name: `Name ${random.seed()}` },
      filenames: keys,
      prefix: keys[0].slice(0, 4),
      ...{ moment: headers['x-list-moment'], operatorId: random.pick(others.operators) },
    }
  }
  return {
    app,
    /** Keyed by parameter or property name. */
    knownTo: (operation: Operation, random: Random): Known => {
      const values = valuesFor(operation, random)
      return (name) => values[name]
    },
    getHeaders: (caller: Caller): Record<string, string> => {
      if (caller === 'operator') return OPERATOR
      return caller === 'visitor' ? { cookie: visitor.cookie } : {}
    },
    comeAgain: async () => {
      visitor = await newUploader(app, others)
    },
    /** A running or paused operation blocks a reset. */
    stopOperations: () => stopOperations(app),
  }
}
export type FuzzedSite = Awaited<ReturnType<typeof fuzzedSite>>
