import { recordAudit, recordOperator } from '../../audit/audit-log.ts'
import { type Db, withTx } from '../../db/client.ts'
import { lockTakenDown } from '../../db/taken-down.ts'
import type { Deps } from '../../deps.ts'
import { noSuchItem } from '../../domain/errors.ts'
import { contentsOf } from '../../domain/media-keys.ts'
import { type Operator, requireSameUser } from '../../http/guards.ts'
import { barItems } from '../removed-items/removed-items.service.ts'
import { queueReadingOfRemoved } from '../takedowns/removed-media.service.ts'
import { queueErasure } from './erasure.service.ts'
import {
  lockFirstItemsOf,
  lockItem,
  markItemsDeleted,
  markTrashed,
  rememberLookAlike,
  rememberRemoved,
  rememberTakenDown,
} from './media-deletion.queries.ts'
import { type Claim, isUpheld } from './trash.queries.ts'
import { eraseTrashOf } from './trash-erasure.service.ts'

type DeletionDeps = Pick<Deps, 'db' | 'log'>
type Item = NonNullable<Awaited<ReturnType<typeof lockItem>>>
type Content = Awaited<ReturnType<typeof lockFirstItemsOf>>[number]

const itemToDelete = async (tx: Db, mediaId: number): Promise<Item> => {
  const item = await lockItem(tx, mediaId)
  if (!item) throw noSuchItem()
  return item
}

/** Whose deletion can be taken back; nobody's when it is for good. */
type KeptFor = 'operator' | 'owner' | 'nobody'
type Fate = { mediaId: number; keptFor: KeptFor }

/**
 * Hides the item at once. It stays in the trash, or a job erases it: always when it waited for the operator or was taken down.
 */
const deleteLocked = async (tx: Db, item: Item, { mediaId, keptFor }: Fate) => {
  const { sha256, keys, votes, views, isWaiting } = item
  const isKept = keptFor !== 'nobody' && !isWaiting
  const about = isKept ? await markTrashed(tx, mediaId, keptFor) : await markItemsDeleted(tx, [mediaId])
  const claims = about.map(({ id }) => id)
  const contents = contentsOf(sha256, keys)
  await rememberRemoved(tx, contents)
  await rememberTakenDown(tx, { mediaId, claims, contents })
  const gone = { votes, views, files: keys.length }
  if (isKept && !(await isUpheld(tx, mediaId))) {
    await queueReadingOfRemoved(tx, mediaId)
    return gone
  }
  if (isKept) await markItemsDeleted(tx, [mediaId])
  await queueErasure(tx)
  return gone
}

/** Who asks for what; `requestId` stands in the audit log. */
type Deletion = { userId: number; mediaId: number; requestId: string }

/**
 * Deletes one's own item (`visitor.md §6`): gone from the site at once, and for its owner for ever; the operator can bring it back
 * from the trash. All of it happens, or nothing.
 * @throws {AppError} `not_found`; `not_yours` when somebody else uploaded it
 */
export const deleteOwnMedia = (deps: DeletionDeps, { userId, mediaId, requestId }: Deletion) =>
  withTx(deps, async (tx): Promise<undefined> => {
    const item = await itemToDelete(tx, mediaId)
    requireSameUser(userId, item.ownerId)
    const { mimeType, size } = item
    const entry = { actor: 'visitor', requestId } as const
    const facts = { mediaId, userId, mimeType, size }
    await recordAudit(tx, { ...entry, event: 'MEDIA_DELETE_REQUEST', context: facts })
    const gone = await deleteLocked(tx, item, { mediaId, keptFor: 'owner' })
    await recordAudit(tx, { ...entry, event: 'MEDIA_DELETE_COMPLETED', context: { mediaId, userId, ...gone } })
  })

type Removal = {
  mediaId: number
  why?: Record<string, unknown>
  isForGood?: boolean
  bar?: 'reported' | 'deleted' | undefined
}

/**
 * Deletes anybody's item for the operator, in a transaction that may do more (a takedown, a bucket clean-up). `why`
 * stands in the audit log; `isForGood`: it cannot be brought back. `bar` keeps copies of it from being uploaded again, for which
 * the caller holds `lockTakenDown`.
 * @throws {AppError} `not_found`
 */
export const deleteMediaIn = async (
  tx: Db,
  operator: Operator,
  { mediaId, why = {}, isForGood = false, bar }: Removal,
) => {
  const item = await itemToDelete(tx, mediaId)
  const { ownerId: userId, mimeType, size } = item
  const context = { mediaId, userId, mimeType, size, ...why }
  await recordOperator(tx, operator, { event: 'ADMIN_DELETE_REQUEST', context })
  if (bar) await barItems(tx, operator, { items: [item], cause: bar })
  const keptFor = isForGood ? 'nobody' : 'operator'
  const gone = await deleteLocked(tx, item, { mediaId, keptFor })
  await recordOperator(tx, operator, { event: 'ADMIN_DELETE_COMPLETED', context: { mediaId, userId, ...gone, ...why } })
  return gone
}

/** Deletes anybody's item for the operator (`admin.md §7`). All of it happens, or nothing. */
export const deleteAnyMedia = (
  deps: DeletionDeps,
  { mediaId, isBarred }: { mediaId: number; isBarred: boolean },
  operator: Operator,
) =>
  withTx(deps, async (tx): Promise<undefined> => {
    if (isBarred) await lockTakenDown(tx)
    await deleteMediaIn(tx, operator, { mediaId, bar: isBarred ? 'deleted' : undefined })
  })

/** Items of one transaction: few enough that nobody's vote on one of them waits for it. */
const BATCH = 200

const removeContents = async (tx: Db, items: Content[], claims: Claim[]) => {
  await rememberRemoved(tx, items.flatMap(({ sha256, keys }) => contentsOf(sha256, keys)).sort())
  const claimsOf = Map.groupBy(claims, ({ mediaId }) => mediaId)
  for (const { id: mediaId, sha256, keys } of items) {
    const about = claimsOf.get(mediaId)?.map(({ id }) => id) ?? []
    await rememberTakenDown(tx, { mediaId, claims: about, contents: contentsOf(sha256, keys) })
  }
  await queueErasure(tx)
}

const deleteBatchOf = (deps: DeletionDeps, ownerId: number) =>
  withTx(deps, async (tx) => {
    const items = await lockFirstItemsOf(tx, ownerId, BATCH)
    if (items.length === 0) return false
    const claims = await markItemsDeleted(
      tx,
      items.map(({ id }) => id),
    )
    await removeContents(tx, items, claims)
    return true
  })

/**
 * Deletes everything that a user uploaded for good, batch by batch, also what is in the trash. Whoever calls it has written down who wanted it: these
 * deletions have no entries of their own (docs/decisions/060).
 */
export const deleteAllOf = async (deps: DeletionDeps, ownerId: number): Promise<void> => {
  while (await deleteBatchOf(deps, ownerId));
  await eraseTrashOf(deps, ownerId)
}

/**
 * Deletes a waiting item for the operator, which then counts as taken down as long as what it looks like. Both ids
 * are null when that is gone.
 * @throws {AppError} `not_found`
 */
export const deleteLookAlikeIn = async (
  tx: Db,
  operator: Operator,
  { mediaId, takedownId, takenDownId }: { mediaId: number; takedownId: number | null; takenDownId: number | null },
) => {
  const { sha256, keys } = await itemToDelete(tx, mediaId)
  await rememberLookAlike(tx, { mediaId, takedownId, takenDownId, contents: contentsOf(sha256, keys) })
  await deleteMediaIn(tx, operator, { mediaId, why: { looksLikeTakedownId: takedownId } })
}
