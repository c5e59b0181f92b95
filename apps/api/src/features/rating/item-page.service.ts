import { type FirstItem, firstItem, type SharedItem } from '@hotvote/shared/rating'
import type { Deps } from '../../deps.ts'
import { noSuchItem } from '../../domain/errors.ts'
import { previewOf } from '../../domain/media-urls.ts'
import { noSession } from '../../http/guards.ts'
import type { ItemPage } from '../../http/item-card.ts'
import { itemOfId } from './item-page.queries.ts'
import { toItem } from './next-item.service.ts'

/**
 * One item for somebody who came by its address (docs/decisions/071).
 * @throws {AppError} `not_found`, the same for what is hidden, removed or was never there
 */
export const sharedItemOf = async (
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

type Visitor = { sessionHash: Buffer | null; address: string | undefined }

/**
 * What the page of an item says of it, and the item itself where the visitor may rate it; undefined when there is none. It
 * only looks: previews of links open no session and count no view.
 * @throws {AppError} `too_many_requests`: a page counts like a question for the item
 */
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
    return { id: row.id, mimeType: row.mimeType, picture: previewOf(deps.config, row), first }
  }
