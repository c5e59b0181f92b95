import type { Deps } from '../../deps.ts'
import { noSuchItem } from '../../domain/errors.ts'
import { recordAudit, recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import { type Operator, requireSameUser } from '../../platform/http/guards.ts'
import { barItems, rememberRemoved } from '../moderation/removed-items.service.ts'
import { queueRemovedHashes } from '../moderation/removed-media.service.ts'
import { lockTakedownsExclusive } from '../moderation/taken-down.sql.ts'
import { queueErasure } from './erasure.service.ts'
import {
  type LockedItem,
  lockItem,
  lockItems,
  lockOwnedItems,
  markItemsDeleted,
  markTrashed,
} from './media-deletion.queries.ts'
import { isUpheld } from './trash.queries.ts'

export { type LockedItem, lockItems }

type DeletionDeps = Pick<Deps, 'db' | 'log'>

const itemToDelete = async (tx: Db, mediaId: number): Promise<LockedItem> => {
  const item = await lockItem(tx, mediaId)
  if (!item) throw noSuchItem()
  return item
}

/** `keptFor` tells who may restore the item. `looksLike` is the removed item that a waiting upload resembles. */
type Fate = { keptFor: 'operator' | 'owner' | 'nobody'; looksLike?: number | null | undefined; isDeclined?: true }

/** Hides the item immediately. Taken-down items, and waiting items that were not declined, skip the trash. */
export const deleteLocked = async (tx: Db, item: LockedItem, { keptFor, looksLike, isDeclined }: Fate) => {
  const { id: mediaId, keys, votes, views, isWaiting } = item
  const isKept = keptFor !== 'nobody' && (!isWaiting || isDeclined)
  const claims = isKept ? await markTrashed(tx, mediaId, keptFor) : await markItemsDeleted(tx, [mediaId])
  await rememberRemoved(tx, [item], { claims, looksLike })
  const gone = { votes, views, files: keys.length }
  if (isKept && !(await isUpheld(tx, mediaId))) {
    await queueRemovedHashes(tx, mediaId)
    return gone
  }
  if (isKept) await markItemsDeleted(tx, [mediaId])
  await queueErasure(tx)
  return gone
}

type Deletion = { userId: number; mediaId: number; requestId: string }

/** Deletes a visitor's own item, which only the operator can restore afterwards (`visitor.md §6`). */
export const deleteOwnMedia = (deps: DeletionDeps, { userId, mediaId, requestId }: Deletion) =>
  withTx(deps, async (tx): Promise<undefined> => {
    const item = await itemToDelete(tx, mediaId)
    requireSameUser(userId, item.ownerId)
    const { mimeType, size } = item
    const entry = { actor: 'visitor', requestId } as const
    const facts = { mediaId, userId, mimeType, size }
    await recordAudit(tx, { ...entry, event: 'MEDIA_DELETE_REQUEST', context: facts })
    const gone = await deleteLocked(tx, item, { keptFor: 'owner' })
    await recordAudit(tx, { ...entry, event: 'MEDIA_DELETE_COMPLETED', context: { mediaId, userId, ...gone } })
  })

type Removal = {
  mediaId: number
  why?: Record<string, unknown>
  isForGood?: boolean
  bar?: 'reported' | 'deleted' | undefined
  looksLike?: number | null
}

/** If `bar` is set, call `lockTakedownsExclusive` first. */
export const deleteMediaIn = async (
  tx: Db,
  operator: Operator,
  { mediaId, why = {}, isForGood = false, bar, looksLike }: Removal,
) => {
  const item = await itemToDelete(tx, mediaId)
  const { ownerId: userId, mimeType, size } = item
  const context = { mediaId, userId, mimeType, size, ...why }
  await recordOperator(tx, operator, { event: 'ADMIN_DELETE_REQUEST', context })
  if (bar) await barItems(tx, operator, { items: [item], cause: bar })
  const gone = await deleteLocked(tx, item, { keptFor: isForGood ? 'nobody' : 'operator', looksLike })
  await recordOperator(tx, operator, { event: 'ADMIN_DELETE_COMPLETED', context: { mediaId, userId, ...gone, ...why } })
  return gone
}

/** See `admin.md §7`. */
export const removeItem = async (
  tx: Db,
  operator: Operator,
  { mediaId, isBarred }: { mediaId: number; isBarred: boolean },
): Promise<undefined> => {
  if (isBarred) await lockTakedownsExclusive(tx)
  await deleteMediaIn(tx, operator, { mediaId, bar: isBarred ? 'deleted' : undefined })
}

/** Items per transaction, kept small so that votes don't have to wait. */
const BATCH = 200

/** Deletes all items of an owner permanently, without audit entries (docs/decisions/030). */
export const deleteAllMedia = async (deps: DeletionDeps, ownerId: number): Promise<void> => {
  const deleteBatch = () =>
    withTx(deps, async (tx) => {
      const items = await lockOwnedItems(tx, ownerId, BATCH)
      if (items.length === 0) return false
      const ids = items.map(({ id }) => id)
      await rememberRemoved(tx, items, { claims: await markItemsDeleted(tx, ids) })
      await queueErasure(tx)
      return true
    })
  while (await deleteBatch());
}
