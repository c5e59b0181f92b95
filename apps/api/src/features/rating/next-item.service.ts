import type { RatingItem } from '@hotvote/shared/rating'
import { tallyOf } from '@hotvote/shared/tally'
import { groupedCalls } from '../../db/grouped-calls.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { mediaFacts } from '../../domain/media-facts.ts'
import { requireSameUser } from '../../http/guards.ts'
import { rememberNearlyDone } from './nearly-done.ts'
import { type ItemRow, nextAboveWatermark, nextUpTo, searchStep } from './next-item.queries.ts'

type Caller = { sessionHash: Buffer; userId: number }
type NextDeps = Pick<Deps, 'db' | 'config'>

/** Milliseconds for which the last id stays known: an item that is published meanwhile is drawn that much later. */
const KNOWN_FOR = 1000

/** Those who ask while others are being answered are answered together (docs/decisions/069). */
const drawn = groupedCalls(nextUpTo)
/** The queue of them all. */
const ALL_VISITORS = 0

const noneLeft = () =>
  new AppError('none_left', 'You have rated all the media we have right now - check back soon for more!')

/** An item as the API answers it, out of its row. */
export const toItem = (config: Deps['config'], row: ItemRow): RatingItem => ({
  ...mediaFacts(config, row),
  uploadedBy: row.uploadedBy,
  userHasVoted: false,
  ...tallyOf(row.hotVotes, row.notVotes),
})

/** Step by step through everything above the watermark: exact, and each step a short statement of its own. */
const search = async ({ db }: NextDeps, userId: number, exclude: number[]): Promise<ItemRow | undefined> => {
  for (let from = 0; ; ) {
    const step = await searchStep(db, { userId, from, exclude })
    if (step.id !== null) return step
    if (step.atEnd) return undefined
    from = step.scannedTo
  }
}

/**
 * The choice of the next item. What it remembers decides only which statement is asked first (docs/decisions/003): each
 * draws evenly among what is free, but for who has rated nearly everything, whose next item is one from nearby. That none
 * is left is said by the exact search alone.
 */
export const openNextItem = (deps: NextDeps) => {
  let last = { id: 0, knownUntil: 0 }
  const { isNearlyDone, hit, missed } = rememberNearlyDone()

  const firstTry = async (caller: Caller, exclude: number[]) => {
    if (performance.now() >= last.knownUntil || isNearlyDone(caller.userId)) return undefined
    const row = await drawn(deps.db, ALL_VISITORS, { ...caller, exclude, lastId: last.id })
    if (row.id === null) return undefined
    hit(caller.userId)
    return row
  }

  const secondTry = async (caller: Caller, exclude: number[]) => {
    const { userId } = caller
    for (const nearby of isNearlyDone(userId) ? [true] : [false, true]) {
      const knownUntil = performance.now() + KNOWN_FOR
      const row = await nextAboveWatermark(deps.db, { ...caller, exclude, nearby })
      requireSameUser(row.sessionUser, userId)
      if (row.lastId === null) {
        missed(userId)
        return undefined
      }
      last = { id: row.lastId, knownUntil }
      if (nearby) missed(userId)
      else if (row.id !== null) hit(userId)
      if (row.id !== null) return row
    }
    return search(deps, userId, exclude)
  }

  /**
   * A random visible item that the visitor has neither rated nor uploaded (`visitor.md §7`).
   * @throws {AppError} `none_left`, only when that is true
   */
  return async (caller: Caller, exclude: number[]): Promise<RatingItem> => {
    const row = (await firstTry(caller, exclude)) ?? (await secondTry(caller, exclude))
    if (!row) throw noneLeft()
    return toItem(deps.config, row)
  }
}
