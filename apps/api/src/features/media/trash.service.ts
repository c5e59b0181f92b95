import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { listContentIds } from '../../domain/media-keys.ts'
import { recordAudit, recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import type { Operator } from '../../platform/http/guards.ts'
import { barItems, liftBars, rememberRemoved } from '../moderation/removed-items.service.ts'
import { queueRemovedHashes, readRemoved } from '../moderation/removed-media.service.ts'
import { reopenReports } from '../moderation/reports.service.ts'
import { lockTakedownsExclusive, lockTakedownsShared } from '../moderation/taken-down.sql.ts'
import { queueErasure } from './erasure.service.ts'
import {
  type LockedItem,
  lockClaimTrash,
  lockExpired,
  lockTrashed,
  markItemsDeleted,
} from './media-deletion.queries.ts'
import { publishTrashed, refuseTrashedTakenDown } from './taken-down-uploads.service.ts'
import { forgetRemoval, listTrashedItems, storeTrashedItem, trashedFiles } from './trash.queries.ts'

const BATCH = 200

const itemInTrash = async (tx: Db, mediaId: number): Promise<LockedItem> => {
  const item = await lockTrashed(tx, mediaId)
  if (!item) throw new AppError('not_found', 'This item is no longer in the trash.')
  return item
}

const eraseLocked = async (tx: Db, items: LockedItem[]) => {
  if (items.length === 0) return
  await markItemsDeleted(
    tx,
    items.map(({ id }) => id),
  )
  await queueErasure(tx)
}

const eraseOne = async (tx: Db, operator: Operator, { item, why }: { item: LockedItem; why?: object }) => {
  const { id: mediaId, ownerId: userId, votes, views } = item
  await eraseLocked(tx, [item])
  await recordOperator(tx, operator, { event: 'MEDIA_ERASED', context: { mediaId, userId, votes, views, ...why } })
}

/** Erases an item permanently. If `isBarred` is true, its content can't be uploaded again. */
export const eraseItem = async (
  tx: Db,
  operator: Operator,
  { mediaId, isBarred }: { mediaId: number; isBarred: boolean },
): Promise<undefined> => {
  if (isBarred) await lockTakedownsExclusive(tx)
  const item = await itemInTrash(tx, mediaId)
  if (isBarred) await barItems(tx, operator, { items: [item], cause: 'deleted' })
  await eraseOne(tx, operator, { item })
}

export const eraseUpheld = async (tx: Db, operator: Operator, takedownId: number): Promise<void> => {
  const items = await lockClaimTrash(tx, takedownId)
  for (const item of items) await eraseOne(tx, operator, { item, why: { takedownId } })
}

export { listTrashedItems }

/** Erases items that have been in the trash for `TRASH_DAYS`. Each batch gets one audit entry. */
export const eraseExpired = async (deps: Pick<Deps, 'db' | 'log'>, shutdown: AbortSignal): Promise<void> => {
  const next = () =>
    withTx(deps, async (tx) => {
      const items = await lockExpired(tx, BATCH)
      await eraseLocked(tx, items)
      const context = { items: items.length, mediaIds: items.map(({ id }) => id) }
      if (items.length > 0) await recordAudit(tx, { event: 'TRASH_EXPIRED', actor: 'system', context })
      return items.length
    })
  while (!shutdown.aborted && (await next()) > 0);
}

/** Reverts everything about a removal except the status. @throws {AppError} `conflict` if the item was taken down */
export const undoRemoval = async (tx: Db, operator: Operator, { id, sha256, keys }: LockedItem) => {
  const contents = listContentIds(sha256, keys)
  await refuseTrashedTakenDown(tx, id, contents)
  await liftBars(tx, operator, id)
  await forgetRemoval(tx, id, contents)
}

/** Restores the item with its votes and views. Unresolved reports keep it hidden. */
export const restoreItem = async (tx: Db, operator: Operator, { mediaId }: { mediaId: number }): Promise<undefined> => {
  await lockTakedownsShared(tx)
  const item = await itemInTrash(tx, mediaId)
  await undoRemoval(tx, operator, item)
  const reports = await reopenReports(tx, mediaId)
  const { ownerId: userId, votes, views } = item
  const context = { mediaId, userId, votes, views, ...(reports > 0 && { reports }) }
  await recordOperator(tx, operator, { event: 'MEDIA_RESTORED', context })
  // Publish last, because publishing locks the catalog's row until the commit.
  if (!(await publishTrashed(tx, mediaId))) throw new AppError('conflict', "The uploader's account is being deleted.")
}

/** Links a claim to an item in the trash, as if the claim had been filed before the deletion. */
export const linkClaimToTrashedItem = async (
  tx: Db,
  { mediaId, takedownId }: { mediaId: number; takedownId: number },
) => {
  const files = await trashedFiles(tx, mediaId)
  if (!files) return
  await rememberRemoved(tx, [{ id: mediaId, ...files }], { claims: [{ id: takedownId, mediaId }] })
  await storeTrashedItem(tx, { mediaId, takedownId })
  await queueRemovedHashes(tx, mediaId)
}

export const readTrashed = async (
  deps: Pick<Deps, 'db' | 'storage' | 'processMedia' | 'tempDir'>,
  mediaId: number,
): Promise<void> => {
  const files = await trashedFiles(deps.db, mediaId)
  if (files) await readRemoved(deps, { mediaId, keys: files.keys })
}
