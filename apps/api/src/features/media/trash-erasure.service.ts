import type { Parsed } from '@hotvote/shared/contract'
import { counted } from '@hotvote/shared/counted'
import { type emptyTrash, matchingTrash, type TrashEmptied } from '@hotvote/shared/trash'
import { z } from 'zod'
import { recordAudit, recordOperator } from '../../audit/audit-log.ts'
import { type Db, withTx } from '../../db/client.ts'
import { lockTakenDown } from '../../db/taken-down.ts'
import { timeOf } from '../../db/time.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { Operator, OperatorWithPreference } from '../../http/guards.ts'
import type { Runner, Work } from '../../operations/operation-runner.service.ts'
import { answerWith } from '../../operations/operations.service.ts'
import { barItems } from '../removed-items/removed-items.service.ts'
import { queueErasure } from './erasure.service.ts'
import { markItemsDeleted } from './media-deletion.queries.ts'
import {
  countOfTrashAt,
  listTrashedItems,
  lockExpired,
  lockTrashAfter,
  lockTrashed,
  lockTrashOfClaim,
  lockTrashOfOwner,
  type TrashAt,
  type TrashedRow,
} from './trash.queries.ts'

type ErasureDeps = Pick<Deps, 'db' | 'log'>

/** Items of one transaction. */
const BATCH = 200

/** Locked items of the trash go for good, by the job that erases all deleted items (docs/decisions/040). */
const eraseLocked = async (tx: Db, items: TrashedRow[]) => {
  if (items.length === 0) return
  await markItemsDeleted(
    tx,
    items.map(({ id }) => id),
  )
  await queueErasure(tx)
}

const eraseOne = async (tx: Db, operator: Operator, { item, why }: { item: TrashedRow; why?: object }) => {
  const { id: mediaId, ownerId: userId, votes, views } = item
  await eraseLocked(tx, [item])
  await recordOperator(tx, operator, { event: 'MEDIA_ERASED', context: { mediaId, userId, votes, views, ...why } })
}

/**
 * Deletes an item of the trash for good; a barred one may not be uploaded again.
 * @throws {AppError} `not_found` when it is not there any more
 */
export const eraseTrashed = (
  deps: ErasureDeps,
  { mediaId, isBarred }: { mediaId: number; isBarred: boolean },
  operator: Operator,
) =>
  withTx(deps, async (tx): Promise<undefined> => {
    if (isBarred) await lockTakenDown(tx)
    const item = await lockTrashed(tx, mediaId)
    if (!item) throw new AppError('not_found', 'This item is not in the trash any more.')
    if (isBarred) await barItems(tx, operator, { items: [item], cause: 'deleted' })
    await eraseOne(tx, operator, { item })
  })

/** Erases trashed items of a claim in the transaction that upholds the claim. */
export const eraseUpheld = async (tx: Db, operator: Operator, takedownId: number): Promise<void> => {
  const items = await lockTrashOfClaim(tx, takedownId)
  for (const item of items) await eraseOne(tx, operator, { item, why: { takedownId } })
}

/** Items that it would erase now, by claim. */
export const listUpheldTrash = (db: Db, takedownIds: number[]) => listTrashedItems(db, takedownIds)

/** All that a user has in the trash, batch by batch, without entries of its own (docs/decisions/060). */
export const eraseTrashOf = async (deps: ErasureDeps, ownerId: number): Promise<void> => {
  const next = () =>
    withTx(deps, async (tx) => {
      const items = await lockTrashOfOwner(tx, ownerId, BATCH)
      await eraseLocked(tx, items)
      return items.length
    })
  while ((await next()) > 0);
}

/** What has been in the trash for `TRASH_DAYS`, batch by batch, each with an entry that names its items. */
export const eraseExpired = async (deps: ErasureDeps, shutdown: AbortSignal): Promise<void> => {
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

const inputSchema = z.object({ until: z.string(), matching: matchingTrash, neverAgain: z.boolean(), ip: z.string() })
/** Items up to the id `after` were looked at. */
const stateSchema = z.object({ after: z.number().default(0), erased: z.number().default(0) })
type State = z.infer<typeof stateSchema>

/** Queues the deletion of all that was in the trash at a moment, or of what the filters leave. */
export const startEmptying = async (
  deps: ErasureDeps,
  { moment, all: _, neverAgain, ...matching }: Parsed<typeof emptyTrash, 'query'>,
  operator: OperatorWithPreference,
) => {
  const which: TrashAt = { matching, until: moment ?? (await timeOf(deps.db)) }
  return answerWith<TrashEmptied>(deps, {
    kind: 'empty-trash',
    operator,
    input: { ...which, neverAgain: neverAgain === 'true', ip: operator.ip } satisfies z.infer<typeof inputSchema>,
    before: async (tx) => {
      const items = await countOfTrashAt(tx, which)
      await recordOperator(tx, operator, { event: 'TRASH_EMPTY_REQUEST', context: { items } })
    },
  })
}

type Emptying = { from: State; which: TrashAt; barredBy: Operator | null }

const emptyBatch = (deps: ErasureDeps, work: Work, { from, which, barredBy }: Emptying) =>
  withTx(deps, async (tx): Promise<State | undefined> => {
    if (barredBy) await lockTakenDown(tx)
    const items = await lockTrashAfter(tx, which, { after: from.after, most: BATCH })
    const last = items.at(-1)
    if (!last) return undefined
    if (barredBy) await barItems(tx, barredBy, { items, cause: 'deleted' })
    await eraseLocked(tx, items)
    const next = { after: last.id, erased: from.erased + items.length }
    await work.save(tx, next)
    return next
  })

/** Empties the trash batch by batch, each all or nothing. What was deleted later than is meant stays. */
export const emptyTrashRunner =
  (deps: ErasureDeps): Runner =>
  async (work) => {
    const { ip, neverAgain, ...which } = inputSchema.parse(work.input)
    const barredBy = neverAgain ? { requestId: work.requestId ?? '', ip } : null
    let state = stateSchema.parse(work.state)
    if (!work.signal.aborted) work.report({ total: state.erased + (await countOfTrashAt(deps.db, which, state.after)) })
    while (!work.signal.aborted) {
      work.report({ done: state.erased })
      const next = await emptyBatch(deps, work, { from: state, which, barredBy })
      if (!next) break
      state = next
    }
    work.report({ done: state.erased })
    const { erased } = state
    const result: TrashEmptied = { message: `Deleted ${counted(erased, 'item')} for good`, erased }
    return { result, audit: { event: 'TRASH_EMPTY_COMPLETED', context: { items: erased } } }
  }
