import type { RemovedItem } from '@hotvote/shared/operator/removed-items'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import type { Operator } from '../../platform/http/guards.ts'
import {
  deleteBars,
  insertEntries,
  insertRemovedContent,
  liftEntry,
  type Reasons,
  type RemovedFiles,
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

/** Call `lockTakedownsExclusive` before this function and before taking any other lock. */
export const barItems = async (
  tx: Db,
  operator: Operator,
  { items, cause }: { items: RemovedFiles[]; cause: 'reported' | 'deleted' },
): Promise<void> => {
  for (const { id: removedItemId, mediaId } of await insertEntries(tx, items, { cause }))
    await recordOperator(tx, operator, { event: 'REMOVED_ITEM_BARRED', context: { removedItemId, mediaId, cause } })
}

export const rememberRemoved = async (tx: Db, items: RemovedFiles[], reasons: Reasons): Promise<void> => {
  await insertRemovedContent(tx, items)
  await insertEntries(tx, items, reasons)
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
