import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { hashText } from '../../platform/http/guards.ts'
import { createSession } from '../accounts/sessions.service.ts'
import { addMedia } from '../media/uploads.service.ts'
import { saveView, saveVote } from '../voting/rating.service.ts'

/** `name` is a file in `files/`. `hot` and `not` are its initial votes. */
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

type DemoDeps = Pick<Deps, 'config' | 'db' | 'log' | 'metrics' | 'storage' | 'processMedia' | 'tempDir'>
type Visitor = { sessionHash: Buffer; userId: number }

const FILES = join(import.meta.dirname, 'files')
/** With this many voters, none counts as an outlier (`OUTLIER_BOUNDS`). The first few also own the items. */
const VISITORS = 30
const OWNERS = 4

const openVisitor = async (deps: DemoDeps): Promise<Visitor> => {
  const sessionId = randomBytes(24).toString('base64url')
  const { id } = await createSession(deps, { sessionId, username: '' }, async () => undefined)
  return { sessionHash: hashText(sessionId), userId: id }
}

const rate = async (deps: DemoDeps, voters: Visitor[], { mediaId, hot }: { mediaId: number; hot: number }) => {
  for (const [index, voter] of voters.entries()) {
    await saveView(deps, voter, mediaId)
    await saveVote(deps, voter, { mediaId, isHot: index < hot })
  }
}

const votersFor = (index: number, visitors: Visitor[]) => {
  const votes = DEMO_COLLECTION.map(({ hot, not }) => hot + not)
  const before = votes.slice(0, index).reduce((sum, count) => sum + count, 0)
  return Array.from({ length: votes[index] ?? 0 }, (_, n) => visitors[(before + n) % visitors.length]).flatMap(
    (one) => one ?? [],
  )
}

/** Fills a new site with items, which have to pass the usual upload checks. */
export const addDemoCollection = async (deps: DemoDeps, signal: AbortSignal, onVisible: () => void): Promise<void> => {
  const visitors = await Promise.all(Array.from({ length: VISITORS }, () => openVisitor(deps)))
  for (const [index, { name, hot }] of DEMO_COLLECTION.entries()) {
    signal.throwIfAborted()
    const ownerId = visitors[index % OWNERS]?.userId ?? 0
    const { id: mediaId } = await addMedia(deps, { ownerId, path: join(FILES, name), name }, { signal })
    const others = visitors.filter(({ userId }) => userId !== ownerId)
    await rate(deps, votersFor(index, others), { mediaId, hot })
    onVisible()
  }
  deps.log.info({ items: DEMO_COLLECTION.length }, 'demo collection added')
}
