import type { Parsed } from '@hotvote/shared/contract'
import type { decideLookAlike, LookAlike } from '@hotvote/shared/operator/look-alikes'
import type { Deps } from '../../deps.ts'
import { AppError, noSuchItem } from '../../domain/errors.ts'
import { storedMediaFacts } from '../../domain/media-facts.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import type { Operator } from '../../platform/http/guards.ts'
import { deleteMediaIn } from '../media/media-deletion.service.ts'
import { publishWaiting } from '../media/taken-down-uploads.service.ts'
import { deleteLookAlike, isShown, listLookAlikes, lockLookAlike } from './look-alikes.queries.ts'
import { urlOfPicture } from './removed-media.service.ts'
import { lockTakenDown, shareTakenDown } from './taken-down.sql.ts'

type Row = Awaited<ReturnType<typeof listLookAlikes>>[number]

const toLookAlike = (config: Deps['config'], row: Row): LookAlike => {
  const { userId, username, takenDownItems, removedPicture } = row
  const { takedownId, isUpheld, cause, removedItem, removedName, removedUserId, trashedId } = row
  return {
    media: { ...storedMediaFacts(config, row), userId, username, takenDownItems },
    ...{ takedownId, isUpheld, cause, removedItem, removedName, removedUserId, trashedId },
    removedPicture: urlOfPicture(removedPicture),
  }
}

export const listWaiting = async ({ db, config }: Pick<Deps, 'db' | 'config'>, ids: number[]) => {
  const rows = await listLookAlikes(db, ids)
  return new Map(rows.map((row) => [row.id, toLookAlike(config, row)]))
}

const waiting = async (tx: Db, mediaId: number) => {
  const held = await lockLookAlike(tx, mediaId)
  if (held) return held
  if (await isShown(tx, mediaId)) throw new AppError('conflict', 'This item was published meanwhile.')
  throw noSuchItem()
}

const EVENTS = { publish: 'LOOK_ALIKE_PUBLISHED', remove: 'LOOK_ALIKE_REMOVED' } as const

type Decided = Parsed<typeof decideLookAlike, 'params'> & Parsed<typeof decideLookAlike, 'body'>

/** Publishes or takes down a waiting upload; locks the set of removed items first. */
export const resolveLookAlike = (deps: Pick<Deps, 'db' | 'log'>, { mediaId, decision }: Decided, operator: Operator) =>
  withTx(deps, async (tx): Promise<undefined> => {
    await (decision === 'remove' ? lockTakenDown(tx) : shareTakenDown(tx))
    const { takenDownId, takedownId } = await waiting(tx, mediaId)
    const context = { mediaId, takenDownId, takedownId }
    if (decision === 'publish') {
      if (!(await publishWaiting(tx, mediaId))) throw noSuchItem()
      await deleteLookAlike(tx, mediaId)
    } else
      await deleteMediaIn(tx, operator, {
        mediaId,
        why: { looksLikeTakedownId: takedownId },
        looksLike: takenDownId,
      })
    await recordOperator(tx, operator, { event: EVENTS[decision], context })
  })
