import type { Parsed } from '@hotvote/shared/contract'
import type { decideLookAlike, LookAlike } from '@hotvote/shared/operator/review-queue'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Deps } from '../../deps.ts'
import { AppError, noSuchItem } from '../../domain/errors.ts'
import { storedMediaFacts } from '../../domain/media-facts.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import { lookAlikes, media, takedowns, takenDownMedia, users } from '../../platform/db/schema/index.ts'
import type { Operator } from '../../platform/http/guards.ts'
import { deleteMediaIn } from '../media/media-deletion.service.ts'
import { MEDIA_COLUMNS } from '../media/stored-media.sql.ts'
import { publishWaiting } from '../media/taken-down-uploads.service.ts'
import { buildPictureUrl } from './removed-media.service.ts'
import { findTakenDownItems, joinClaimedItem, lockTakedownsExclusive, lockTakedownsShared } from './taken-down.sql.ts'

const trashed = alias(media, 'trashed')
const uploader = alias(users, 'uploader')

const listLookAlikes = (db: Db, ids: number[]) => {
  const claimed = joinClaimedItem(db)
  return db.orm
    .select({
      ...MEDIA_COLUMNS,
      userId: users.id,
      username: users.username,
      screening: media.screening,
      takenDownItems: sql`${findTakenDownItems(db, media.ownerId)}`.mapWith(Number),
      takedownId: takedowns.id,
      isUpheld: sql<boolean>`coalesce(${takenDownMedia.isUpheld}, false)`,
      cause: takenDownMedia.cause,
      removedName: takenDownMedia.originalName,
      trashedId: trashed.id,
      removedItem: claimed.removedItem,
      removedUserId: uploader.id,
      removedPicture: claimed.removedPicture,
    })
    .from(lookAlikes)
    .innerJoin(media, eq(media.id, lookAlikes.mediaId))
    .innerJoin(users, eq(users.id, media.ownerId))
    .leftJoin(takenDownMedia, eq(takenDownMedia.id, lookAlikes.takenDownId))
    .leftJoin(takedowns, eq(takedowns.id, takenDownMedia.takedownId))
    .leftJoinLateral(claimed, sql`true`)
    .leftJoin(trashed, and(eq(trashed.id, takenDownMedia.mediaId), eq(trashed.status, 'trashed')))
    .leftJoin(uploader, eq(uploader.id, takenDownMedia.ownerId))
    .where(and(eq(media.status, 'waiting'), inArray(media.id, ids)))
}

/** Locks a waiting upload and returns the removed item that it resembles, or undefined if it no longer waits. */
const lockLookAlike = async (db: Db, mediaId: number) => {
  const [row] = await db.orm
    .select({ takenDownId: lookAlikes.takenDownId, takedownId: takenDownMedia.takedownId })
    .from(media)
    .innerJoin(lookAlikes, eq(lookAlikes.mediaId, media.id))
    .leftJoin(takenDownMedia, eq(takenDownMedia.id, lookAlikes.takenDownId))
    .where(and(eq(media.id, mediaId), eq(media.status, 'waiting')))
    .for('update', { of: media })
  return row
}

const isShown = async (db: Db, mediaId: number) =>
  (await db.orm.$count(media, and(eq(media.id, mediaId), eq(media.status, 'ready')))) > 0

export const isWaitingLookAlike = async (db: Db, mediaId: number) =>
  (await db.orm.$count(lookAlikes, eq(lookAlikes.mediaId, mediaId))) > 0

type Row = Awaited<ReturnType<typeof listLookAlikes>>[number]

const toLookAlike = (config: Deps['config'], row: Row): LookAlike => {
  const { userId, username, takenDownItems, screening, removedPicture } = row
  const { takedownId, isUpheld, cause, removedItem, removedName, removedUserId, trashedId } = row
  return {
    media: { ...storedMediaFacts(config, row), userId, username, takenDownItems },
    ...{ takedownId, isUpheld, cause, removedItem, removedName, removedUserId, trashedId },
    screening,
    removedPicture: buildPictureUrl(removedPicture),
  }
}

export const listWaiting = async ({ db, config }: Pick<Deps, 'db' | 'config'>, ids: number[]) => {
  const rows = await listLookAlikes(db, ids)
  return new Map(rows.map((row) => [row.id, toLookAlike(config, row)]))
}

const lockWaiting = async (tx: Db, mediaId: number) => {
  const held = await lockLookAlike(tx, mediaId)
  if (held) return held
  if (await isShown(tx, mediaId)) throw new AppError('conflict', 'This item was already published.')
  throw noSuchItem()
}

const REMOVED_SINCE = 'This picture has since been removed. Remove the item, or allow the picture again first.'

const EVENTS = { publish: 'LOOK_ALIKE_PUBLISHED', remove: 'LOOK_ALIKE_REMOVED' } as const

type Decided = Parsed<typeof decideLookAlike, 'params'> & Parsed<typeof decideLookAlike, 'body'>

/** Publishes or removes a waiting upload, after locking the list of removed items. */
export const resolveLookAlike = (deps: Pick<Deps, 'db' | 'log'>, { mediaId, decision }: Decided, operator: Operator) =>
  withTx(deps, async (tx): Promise<undefined> => {
    await (decision === 'remove' ? lockTakedownsExclusive(tx) : lockTakedownsShared(tx))
    const { takenDownId, takedownId } = await lockWaiting(tx, mediaId)
    const context = { mediaId, takenDownId, takedownId }
    if (decision === 'publish') {
      const outcome = await publishWaiting(tx, mediaId)
      if (outcome === 'taken_down') throw new AppError('conflict', REMOVED_SINCE)
      if (outcome === 'gone') throw noSuchItem()
    } else
      await deleteMediaIn(tx, operator, {
        mediaId,
        why: { looksLikeTakedownId: takedownId },
        looksLike: takenDownId,
      })
    await recordOperator(tx, operator, { event: EVENTS[decision], context })
  })
