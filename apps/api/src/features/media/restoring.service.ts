import { recordOperator } from '../../audit/audit-log.ts'
import { type Db, withTx } from '../../db/client.ts'
import { shareTakenDown } from '../../db/taken-down.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { contentsOf } from '../../domain/media-keys.ts'
import type { Operator } from '../../http/guards.ts'
import { liftBarsOf } from '../removed-items/removed-items.service.ts'
import { reopenReports } from '../reports/report-review.service.ts'
import { publishTrashed, refuseTrashedTakenDown } from '../uploads/taken-down-uploads.service.ts'
import { forgetRemoval, lockTrashed } from './trash.queries.ts'

export type RestoringDeps = Pick<Deps, 'db' | 'log'>

type Restoration = {
  mediaId: number
  operator: Operator
  /** Done in the same transaction. */
  save?: (tx: Db) => Promise<void>
}

/**
 * Restores an item with its votes and views: it counts again, and has a position unless it waits for a decision on its reports.
 * @throws {AppError} `not_found`; `conflict` when it was taken down, or its uploader is being deleted
 */
export const restoreTrashed = (deps: RestoringDeps, { mediaId, operator, save }: Restoration) =>
  withTx(deps, async (tx): Promise<undefined> => {
    await shareTakenDown(tx)
    const item = await lockTrashed(tx, mediaId)
    if (!item) throw new AppError('not_found', 'This item is not in the trash any more.')
    const contents = contentsOf(item.sha256, item.keys)
    await refuseTrashedTakenDown(tx, mediaId, contents)
    await liftBarsOf(tx, operator, mediaId)
    await forgetRemoval(tx, mediaId, contents)
    const reports = await reopenReports(tx, mediaId)
    const { ownerId: userId, votes, views } = item
    const context = { mediaId, userId, votes, views, ...(reports > 0 && { reports }) }
    await recordOperator(tx, operator, { event: 'MEDIA_RESTORED', context })
    await save?.(tx)
    // Last, because this locks the row of the catalog until the commit.
    if (!(await publishTrashed(tx, mediaId))) throw new AppError('conflict', 'Its uploader is being deleted.')
  })
