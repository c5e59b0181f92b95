import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sessionId } from '@hotvote/shared/visitor/sessions'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { hashText } from '../../platform/http/guards.ts'
import { createSession } from '../accounts/sessions.service.ts'
import { addMedia } from '../media/uploads.service.ts'
import { saveView, saveVote } from '../voting/rating.service.ts'
import { isUntouched, listVisibleItems } from './demo.queries.ts'
import { DEMO_COLLECTION } from './demo-collection.ts'

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
