import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sessionId } from '@hotvote/shared/visitor/sessions'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Db } from '../../platform/db/client.ts'
import { media, users } from '../../platform/db/schema/index.ts'
import { hashText } from '../../platform/http/guards.ts'
import { createSession } from '../accounts/sessions.service.ts'
import { addMedia } from '../media/uploads.service.ts'
import { saveView, saveVote } from '../voting/rating.service.ts'

/** Ignores users of the last minute, because a browser may open the site before this query. */
const isUntouched = async (db: Db): Promise<boolean> => {
  const isOlder = lt(users.createdAt, sql`now() - interval '1 minute'`)
  const items = await db.orm.select({ id: media.id }).from(media).limit(1)
  const older = await db.orm.select({ id: users.id }).from(users).where(isOlder).limit(1)
  return items.length + older.length === 0
}

const listVisibleItems = async (db: Db, ownerIds: number[]): Promise<Map<string, number>> => {
  const isTheirs = and(inArray(media.ownerId, ownerIds), eq(media.status, 'ready'))
  const rows = await db.orm.select({ id: media.id, name: media.originalName }).from(media).where(isTheirs)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** A file in `files/` with its initial votes, fewer than there are demo visitors. */
type DemoItem = { name: string; hot: number; not: number }

const DEMO_COLLECTION: DemoItem[] = [
  { name: 'Morning ridges.jpg', hot: 8, not: 2 },
  { name: 'Northern lights.jpg', hot: 10, not: 1 },
  { name: 'Dahlia.jpg', hot: 6, not: 3 },
  { name: 'Last light.jpg', hot: 9, not: 1 },
  { name: 'Rings.jpg', hot: 7, not: 2 },
  { name: 'Silk.webp', hot: 4, not: 4 },
  { name: 'High valley.jpg', hot: 7, not: 3 },
  { name: 'Festival night.jpg', hot: 8, not: 1 },
  { name: 'Evening swell.mp4', hot: 9, not: 2 },
  { name: 'Glass marbles.webp', hot: 5, not: 3 },
  { name: 'Balloon morning.jpg', hot: 9, not: 2 },
  { name: 'Stellar nursery.webp', hot: 6, not: 2 },
  { name: 'Paper tide.webp', hot: 4, not: 5 },
  { name: 'Sea of sand.jpg', hot: 7, not: 1 },
  { name: 'Waterfront.jpg', hot: 6, not: 4 },
  { name: 'Amber dahlia.jpg', hot: 5, not: 2 },
  { name: 'Lavender rows.jpg', hot: 8, not: 3 },
  { name: 'Drifter.mp4', hot: 7, not: 2 },
  { name: 'Spiral.jpg', hot: 9, not: 1 },
  { name: 'Rose window.jpg', hot: 6, not: 3 },
  { name: 'Blue hour.webp', hot: 7, not: 4 },
  { name: 'Violet curtains.jpg', hot: 8, not: 2 },
  { name: 'Jade and gold.jpg', hot: 3, not: 5 },
  { name: 'Into the woods.jpg', hot: 7, not: 2 },
  { name: 'Boulevard at night.jpg', hot: 5, not: 4 },
  { name: 'Moon path.webp', hot: 8, not: 1 },
]

const stateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('adding'), sessions: z.array(sessionId) }),
  z.object({ status: z.literal('added') }),
])
type DemoState = z.infer<typeof stateSchema>

const fileIn = (dataDir: string) => join(dataDir, 'demo.json')

/** Undefined before the first run. Throws when the file is unreadable. */
const readDemoState = async (dataDir: string): Promise<DemoState | undefined> => {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return undefined
    throw failure
  })
  return text === undefined ? undefined : stateSchema.parse(JSON.parse(text))
}

/** Replaces the file atomically, readable by its owner only. */
const writeDemoState = async (dataDir: string, next: DemoState): Promise<void> => {
  const fresh = `${fileIn(dataDir)}.new`
  await writeFile(fresh, JSON.stringify(next), { mode: 0o600, flush: true })
  await rename(fresh, fileIn(dataDir))
}

const newSessions = (count: number): string[] =>
  Array.from({ length: count }, () => randomBytes(24).toString('base64url'))

type DemoDeps = Pick<Deps, 'config' | 'db' | 'log' | 'metrics' | 'storage' | 'processMedia' | 'tempDir'>
type Visitor = { sessionHash: Buffer; userId: number }

const FILES = join(import.meta.dirname, 'files')
/** Enough voters that none is an outlier (`OUTLIER_BOUNDS`). The first few own the collection. */
const VISITORS = 30
const OWNERS = 4

const sessionsToServe = async ({ config, db }: DemoDeps): Promise<string[] | undefined> => {
  const known = await readDemoState(config.dataDir)
  if (known) return known.status === 'adding' ? known.sessions : undefined
  if (!(await isUntouched(db))) return undefined
  const sessions = newSessions(VISITORS)
  await writeDemoState(config.dataDir, { status: 'adding', sessions })
  return sessions
}

const openVisitor = async (deps: DemoDeps, sessionId: string): Promise<Visitor> => {
  const unlimited = async () => undefined
  const { id } = await createSession(deps, { sessionId, username: '' }, unlimited)
  return { sessionHash: hashText(sessionId), userId: id }
}

/** The vote was counted before a crash. */
const ignoreAlreadyVoted = (failure: unknown) => {
  if (!(failure instanceof AppError && failure.code === 'already_voted')) throw failure
}

const rate = async (deps: DemoDeps, voters: Visitor[], { mediaId, hot }: { mediaId: number; hot: number }) => {
  for (const [index, voter] of voters.entries()) {
    await saveView(deps, voter, mediaId)
    await saveVote(deps, voter, { mediaId, isHot: index < hot }).catch(ignoreAlreadyVoted)
  }
}

const votersFor = (index: number, visitors: Visitor[]) => {
  const votes = DEMO_COLLECTION.map(({ hot, not }) => hot + not)
  const before = votes.slice(0, index).reduce((sum, count) => sum + count, 0)
  return Array.from({ length: votes[index] ?? 0 }, (_, n) => visitors[(before + n) % visitors.length]).flatMap(
    (one) => one ?? [],
  )
}

/** Fills an unused site through the checks of an upload; resumes after a crash. */
export const addDemoCollection = async (
  deps: DemoDeps,
  signal: AbortSignal,
  onVisible: () => void = () => undefined,
): Promise<void> => {
  const sessions = await sessionsToServe(deps)
  if (!sessions) return
  const visitors = await Promise.all(sessions.map((sessionId) => openVisitor(deps, sessionId)))
  const existing = await listVisibleItems(
    deps.db,
    visitors.map(({ userId }) => userId),
  )
  for (const [index, { name, hot }] of DEMO_COLLECTION.entries()) {
    signal.throwIfAborted()
    const ownerId = visitors[index % OWNERS]?.userId ?? 0
    const path = join(FILES, name)
    const mediaId = existing.get(name) ?? (await addMedia(deps, { ownerId, path, name }, { signal })).id
    const others = visitors.filter(({ userId }) => userId !== ownerId)
    await rate(deps, votersFor(index, others), { mediaId, hot })
    onVisible()
  }
  await writeDemoState(deps.config.dataDir, { status: 'added' })
  deps.log.info({ items: DEMO_COLLECTION.length }, 'demo collection added')
}
