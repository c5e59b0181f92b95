import { toTally } from '@hotvote/shared/tally'
import type { RatingItem } from '@hotvote/shared/visitor/rating'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { mediaFacts } from '../../domain/media-facts.ts'
import { batchCalls } from '../../platform/db/grouped-calls.ts'
import { requireSameUser } from '../../platform/http/guards.ts'
import {
  type Draw,
  findFirstUnrated,
  findLastId,
  findProgress,
  findUnrated,
  type ItemRow,
  raiseWatermark,
} from './next-item.queries.ts'

type Caller = { sessionHash: Buffer; userId: number }
type NextDeps = Pick<Deps, 'db' | 'config'>

/** Milliseconds for which the last id is cached, so new items are drawn after at most this time. */
const KNOWN_FOR = 1000
/** Number of random ids per attempt. The first few are enough for almost every visitor. */
const DRAWS = [8, 64]
const STEP = { first: 1000, longest: 16_000 }

/** Runs concurrent queries as one batch (docs/decisions/033). */
const findFree = batchCalls(({ db }: NextDeps, draws: Draw[]) => findFirstUnrated(db, draws))

const noneLeft = () =>
  new AppError('none_left', 'You have rated all the media we have right now - check back soon for more!')

export const toItem = (config: Deps['config'], row: ItemRow): RatingItem => ({
  ...mediaFacts(config, row),
  uploadedBy: row.uploadedBy,
  userHasVoted: false,
  ...toTally(row.hotVotes, row.notVotes),
})

/** Searches above the watermark in steps, and raises the watermark to just below the first unrated item. */
const search = async ({ db }: NextDeps, caller: Caller, exclude: number[]): Promise<ItemRow | undefined> => {
  const { userId } = caller
  const { sessionUser, ratedThrough, lastPosition: through, ...row } = await findProgress(db, caller)
  requireSameUser(sessionUser, userId)
  let from = ratedThrough ?? 0
  let version = row.version ?? undefined
  for (let size = STEP.first; from < through; size = Math.min(size * 4, STEP.longest)) {
    const { unrated, end } = await findUnrated(db, { userId, from, through, size })
    const position = unrated[0] ? unrated[0].position - 1 : end
    if (version !== undefined && position > from) version = await raiseWatermark(db, { userId, position, version })
    // The watermark must stay below the first unrated item.
    if (unrated.length > 0) version = undefined
    const ids = unrated.map(({ id }) => id).filter((id) => !exclude.includes(id))
    const [item] = ids.length === 0 ? [] : await findFirstUnrated(db, [{ ...caller, ids }])
    if (item && item.id !== null) return item
    from = end
  }
  return undefined
}

/** Draws random items first. Only the exact search can tell that no item is left (docs/decisions/003). */
export const createNextItemPicker = (deps: NextDeps) => {
  let last = { id: 0, knownUntil: 0 }

  const lastId = async () => {
    const now = performance.now()
    if (now >= last.knownUntil) last = { id: await findLastId(deps.db), knownUntil: now + KNOWN_FOR }
    return last.id
  }

  const draw = async (caller: Caller, exclude: number[]): Promise<ItemRow | undefined> => {
    const highest = await lastId()
    for (const count of DRAWS) {
      const drawn = Array.from({ length: count }, () => 1 + Math.floor(Math.random() * highest))
      const row = await findFree(deps, { ...caller, ids: drawn.filter((id) => !exclude.includes(id)) })
      if (row.id !== null) return row
    }
    return undefined
  }

  /** Returns a random visible item that the visitor has neither rated nor uploaded (`visitor.md §7`). */
  return async (caller: Caller, exclude: number[]): Promise<RatingItem> => {
    const row = (await draw(caller, exclude)) ?? (await search(deps, caller, exclude))
    if (!row) throw noneLeft()
    return toItem(deps.config, row)
  }
}
