import type { Parsed } from '@hotvote/shared/contract'
import type { UploaderHistory } from '@hotvote/shared/operator/review-queue'
import type { listWaitingUploads, waitCauses } from '@hotvote/shared/operator/upload-review'
import type { declineReasons } from '@hotvote/shared/visitor/declined'
import { and, asc, desc, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { sortedBy } from '../../platform/db/keyset.ts'
import { media, reports, sessions, takenDownMedia, users } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { IS_CHECKING, MEDIA_COLUMNS } from '../media/stored-media.sql.ts'

const REMOVED = sql`(SELECT count(*) FROM (
  SELECT ${takenDownMedia.mediaId} FROM ${takenDownMedia} WHERE ${takenDownMedia.ownerId} = ${users.id} AND is_upheld
  UNION SELECT own.id FROM media own
  WHERE own.owner_id = ${users.id} AND own.status = 'trashed' AND own.trashed_by = 'operator' AND own.declined_reason IS NULL
) removed)`

const UPLOADER_COLUMNS = {
  userId: users.id,
  username: users.username,
  isSaved: sql<boolean>`${users.emailVerifiedAt} IS NOT NULL`,
  since: users.createdAt,
  approved: users.uploads,
  declined: users.declinedUploads,
  removed: REMOVED.mapWith(Number),
}

const OWNER_REPORTS = sql`(SELECT count(*) FROM ${reports} JOIN media own ON own.id = ${reports.mediaId} WHERE own.owner_id = ${users.id})`

/** Returns the uploader's history for each item, keyed by item id. */
export const findUploaders = async ({ orm }: Db, mediaIds: number[]): Promise<Map<number, UploaderHistory>> => {
  const network = orm
    .select({ network: sql`encode(${sessions.network}, 'hex')` })
    .from(sessions)
    .where(and(eq(sessions.userId, users.id), isNotNull(sessions.network)))
    .orderBy(desc(sessions.seenAt))
    .limit(1)
  const rows = await orm
    .select({
      mediaId: media.id,
      ...UPLOADER_COLUMNS,
      reports: OWNER_REPORTS.mapWith(Number),
      isBlocked: sql<boolean>`${users.blockedAt} IS NOT NULL`,
      network: sql<string | null>`${network}`,
    })
    .from(media)
    .innerJoin(users, eq(users.id, media.ownerId))
    .where(inArray(media.id, mediaIds))
  return new Map(rows.map(({ mediaId, since, ...row }) => [mediaId, { ...row, since: since.toISOString() }]))
}

const isWaiting = and(eq(media.status, 'waiting'), not(IS_CHECKING))

export const countWaiting = ({ orm }: Db) => orm.$count(media, isWaiting)

const REPORTS = sql`(SELECT count(*) FROM ${reports} WHERE ${reports.mediaId} = ${media.id})`
/** Sorts reported items first, as if they were a century older. */
const REPORTED_FIRST = sql`(${media.createdAt} - CASE WHEN ${REPORTS} > 0 THEN interval '100 years' ELSE interval '0' END)`

type Query = Parsed<typeof listWaitingUploads, 'query'>

export const waitingPage = (db: Db, query: Query) => {
  const { sortValue, pageOf } = sortedBy(media.id, { by: REPORTED_FIRST, kind: 'time' }, { ...query, order: 'asc' })
  const listed = db.orm
    .select({
      ...MEDIA_COLUMNS,
      why: sql<(typeof waitCauses)[number]>`coalesce(${media.reviewCause}, 'look_alike')`,
      screening: media.screening,
      reports: REPORTS.mapWith(Number),
      uploader: UPLOADER_COLUMNS,
      sortValue,
    })
    .from(media)
    .innerJoin(users, eq(users.id, media.ownerId))
  return pageOf(listed, isWaiting)
}

/** Locks uploaders before the first publication locks the catalog, to avoid deadlocks with uploads. */
export const lockUploaders = async ({ orm }: Db, ids: number[]) => {
  await orm
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(asc(users.id))
    .for('no key update')
}

export type Refusal = { reason: (typeof declineReasons)[number]; note?: string | undefined }

export const markDeclined = async ({ orm }: Db, { id, ownerId }: Item, { reason, note }: Refusal) => {
  await orm
    .update(media)
    .set({ declinedReason: reason, declinedNote: note || null })
    .where(eq(media.id, id))
  const declinedUploads = sql`${users.declinedUploads} + 1`
  await orm.update(users).set({ declinedUploads }).where(eq(users.id, ownerId))
}

type Item = { id: number; ownerId: number }

const REOPEN = statement({
  name: 'reopen_upload',
  text: `
WITH item AS (SELECT owner_id, status FROM media WHERE id = $1),
owner AS (UPDATE users SET uploads = uploads - (status = 'ready')::int,
  declined_uploads = declined_uploads - (status = 'trashed')::int FROM item WHERE users.id = item.owner_id)
UPDATE media SET status = 'waiting', review_cause = CASE review_cause WHEN 'screening' THEN 'not_screened' ELSE review_cause END, position = NULL, trashed_at = NULL, trashed_by = NULL, declined_reason = NULL,
  declined_note = NULL, updated_at = now()
WHERE id = $1`,
})

/** Returns a locked item to the review queue. Its votes and views are kept. */
export const markReopened = async (db: Db, mediaId: number) => {
  await db.query(REOPEN, [mediaId])
}

/** Returns null if the upload no longer waits or has already been screened. */
export const findUnscreened = async ({ orm }: Db, mediaId: number) => {
  const { id, thumbKey, mimeType, status, screening } = media
  const [row] = await orm
    .select({ thumbKey: sql<string>`${thumbKey}`, mimeType })
    .from(media)
    .where(and(eq(id, mediaId), eq(status, 'waiting'), isNull(screening), isNotNull(thumbKey)))
  return row ?? null
}

type Screened = Partial<Pick<typeof media.$inferInsert, 'screening' | 'reviewCause'>>

export const saveScreening = async ({ orm }: Db, mediaId: number, screened: Screened) => {
  await orm.update(media).set(screened).where(eq(media.id, mediaId))
}
