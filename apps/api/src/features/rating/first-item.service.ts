import { type FirstItem, firstItem } from '@hotvote/shared/rating'
import type { Deps } from '../../deps.ts'
import { anyItem, userOf } from './first-item.queries.ts'
import { openNextItem, toItem } from './next-item.service.ts'

/** Questions under way at once: pages come without an item rather than queue up in front of a slow database. */
const AT_ONCE = 20

/** `sessionHash` is null without a valid cookie; `exclude`: what they reported. */
type Visitor = { sessionHash: Buffer | null; address: string | undefined; exclude: number[] }
type FirstItemDeps = Pick<Deps, 'db' | 'config' | 'rateLimit'>

/** Counted like any question for a next item, so that a page is no way around the limit. */
const finder = (deps: FirstItemDeps) => {
  const nextItemOf = openNextItem(deps)
  return async ({ sessionHash, address = '', exclude }: Visitor): Promise<FirstItem | undefined> => {
    await deps.rateLimit('rating', { session: sessionHash, address })
    if (!sessionHash) {
      const row = await anyItem(deps.db)
      return row && { userId: null, item: toItem(deps.config, row) }
    }
    const userId = await userOf(deps.db, sessionHash)
    return userId === undefined ? undefined : { userId, item: await nextItemOf({ sessionHash, userId }, exclude) }
  }
}

/**
 * What the rate page brings along (docs/decisions/068): a visitor's next item, or any visible one for somebody without a
 * session. Undefined when there is none, over the limit, and while the database is slow or down: the page then asks itself.
 */
export const firstItems = (deps: FirstItemDeps) => {
  const find = finder(deps)
  let underWay = 0
  return async (visitor: Visitor): Promise<FirstItem | undefined> => {
    if (underWay >= AT_ONCE) return undefined
    underWay += 1
    const found = find(visitor)
      .then(
        (item) => item && firstItem.parse(item),
        () => undefined,
      )
      .finally(() => {
        underWay -= 1
      })
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => resolve(undefined), deps.config.firstItemTimeout)
    return await Promise.race([found, late]).finally(() => clearTimeout(timer))
  }
}
