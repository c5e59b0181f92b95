import { type FirstItem, firstItem, type SharedItem } from '@hotvote/shared/visitor/rating'
import type { Deps } from '../../deps.ts'
import { noSuchItem } from '../../domain/errors.ts'
import { buildPreview } from '../../domain/media-urls.ts'
import { noSession } from '../../platform/http/guards.ts'
import type { ItemPage } from '../../platform/http/page/item-card.ts'
import { anyItem, findSessionUser, itemOfId } from './item-page.queries.ts'
import { openNextItem, toItem } from './next-item.service.ts'

/** docs/decisions/034. */
export const findSharedItem = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  sessionHash: Buffer,
  mediaId: number,
): Promise<SharedItem> => {
  const row = await itemOfId(db, sessionHash, mediaId)
  if (row.sessionUser === null) throw noSession()
  if (row.id === null) throw noSuchItem()
  const { votedHot } = row
  return { ...toItem(config, row), userHasVoted: votedHot !== null, isOwn: row.isOwn === true, votedHot }
}

/** `sessionHash` is null without a valid cookie. */
type Visitor = { sessionHash: Buffer | null; address: string | undefined }

/** Needs no session and counts no view, because link previews also request pages. */
export const itemPages =
  (deps: Pick<Deps, 'db' | 'config' | 'rateLimit'>) =>
  async (mediaId: number, { sessionHash, address = '' }: Visitor): Promise<ItemPage | undefined> => {
    await deps.rateLimit('rating', { session: sessionHash, address })
    const row = await itemOfId(deps.db, sessionHash, mediaId)
    if (row.id === null) return undefined
    const { sessionUser: userId, isOwn, votedHot } = row
    const isKnown = sessionHash === null || userId !== null
    const mayRate = isKnown && isOwn !== true && votedHot === null
    const first: FirstItem | undefined = mayRate
      ? firstItem.parse({ userId, item: toItem(deps.config, row) })
      : undefined
    return { id: row.id, mimeType: row.mimeType, picture: buildPreview(deps.config, row), first }
  }

/** Concurrent queries; further pages get no item instead of waiting for a slow database. */
const AT_ONCE = 20

type FirstVisitor = Visitor & { exclude: number[] }
type FirstItemDeps = Pick<Deps, 'db' | 'config' | 'rateLimit'>

/** Shares the rate limit of the next-item call, so pages cannot bypass the limit. */
const finder = (deps: FirstItemDeps) => {
  const drawNextItem = openNextItem(deps)
  return async ({ sessionHash, address = '', exclude }: FirstVisitor): Promise<FirstItem | undefined> => {
    await deps.rateLimit('rating', { session: sessionHash, address })
    if (!sessionHash) {
      const row = await anyItem(deps.db)
      return row && { userId: null, item: toItem(deps.config, row) }
    }
    const userId = await findSessionUser(deps.db, sessionHash)
    return userId === undefined ? undefined : { userId, item: await drawNextItem({ sessionHash, userId }, exclude) }
  }
}

/** Embeds the first item in the page (docs/decisions/011); undefined over the limit or when slow. */
export const firstItems = (deps: FirstItemDeps) => {
  const find = finder(deps)
  let underWay = 0
  return async (visitor: FirstVisitor): Promise<FirstItem | undefined> => {
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
