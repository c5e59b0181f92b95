import type { RemovedItem } from '@hotvote/shared/operator/removed-items'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { listContentIds } from '../../domain/media-keys.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import type { Operator } from '../../platform/http/guards.ts'
import {
  deleteBars,
  insertEntries,
  insertRemovedContent,
  liftEntry,
  type Reasons,
  type removedItemsPage,
} from './removed-items.queries.ts'
import { buildPictureUrl } from './removed-media.service.ts'
import { lockTakedownsExclusive } from './taken-down.sql.ts'

type Row = Awaited<ReturnType<typeof removedItemsPage>>['rows'][number]

export const toRemovedItem = ({ createdAt, picture, ...row }: Row): RemovedItem => ({
  ...row,
  picture: buildPictureUrl(picture),
  removedAt: createdAt.toISOString(),
})

/** `sha256` is in hex, and the first key is the original file's. */
type Item = { id: number; sha256: string; keys: string[] }

const addEntries = (tx: Db, items: Item[], reasons: Reasons) =>
  insertEntries(
    tx,
    items.map(({ id, sha256, keys }) => ({ id, contents: listContentIds(sha256, keys) })),
    reasons,
  )

/** Call `lockTakedownsExclusive` before this function and before taking any other lock. */
export const barItems = async (
  tx: Db,
  operator: Operator,
  { items, cause }: { items: Item[]; cause: 'reported' | 'deleted' },
): Promise<void> => {
  for (const { id: removedItemId, mediaId } of await addEntries(tx, items, { cause }))
    await recordOperator(tx, operator, { event: 'REMOVED_ITEM_BARRED', context: { removedItemId, mediaId, cause } })
}

export const rememberRemoved = async (tx: Db, items: Item[], reasons: Reasons): Promise<void> => {
  await insertRemovedContent(
    tx,
    items.flatMap(({ sha256, keys }) => listContentIds(sha256, keys)),
  )
  await addEntries(tx, items, reasons)
}

export const liftBars = async (tx: Db, operator: Operator, mediaId: number): Promise<void> => {
  for (const removedItemId of await deleteBars(tx, mediaId))
    await recordOperator(tx, operator, { event: 'REMOVED_ITEM_ALLOWED', context: { removedItemId, mediaId } })
}

export const allowAgain = (deps: Pick<Deps, 'db' | 'log'>, removedItemId: number, operator: Operator) =>
  withTx(deps, async (tx): Promise<undefined> => {
    await lockTakedownsExclusive(tx)
    const lifted = await liftEntry(tx, removedItemId)
    if (!lifted) throw new AppError('not_found', 'This item is no longer listed.')
    await recordOperator(tx, operator, { event: 'REMOVED_ITEM_ALLOWED', context: { removedItemId, ...lifted } })
  })
