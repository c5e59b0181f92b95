import type { UploaderHistory } from '@hotvote/shared/operator/review-queue'
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { media, reports, sessions, takenDownMedia, users } from '../../platform/db/schema/index.ts'

const REMOVED = sql`(SELECT count(*) FROM (
  SELECT ${takenDownMedia.mediaId} FROM ${takenDownMedia} WHERE ${takenDownMedia.ownerId} = ${users.id} AND is_upheld
  UNION SELECT own.id FROM media own
  WHERE own.owner_id = ${users.id} AND own.status = 'trashed' AND own.trashed_by = 'operator' AND own.declined_reason IS NULL
) removed)`

export const UPLOADER_COLUMNS = {
  userId: users.id,
  username: users.username,
  isSaved: sql<boolean>`${users.emailVerifiedAt} IS NOT NULL`,
  since: users.createdAt,
  approved: users.uploads,
  declined: users.declinedUploads,
  removed: REMOVED.mapWith(Number),
}

const REPORTS = sql`(SELECT count(*) FROM ${reports} JOIN media own ON own.id = ${reports.mediaId} WHERE own.owner_id = ${users.id})`

/** Histories of the uploaders of these items, keyed by item. */
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
      reports: REPORTS.mapWith(Number),
      isBlocked: sql<boolean>`${users.blockedAt} IS NOT NULL`,
      network: sql<string | null>`${network}`,
    })
    .from(media)
    .innerJoin(users, eq(users.id, media.ownerId))
    .where(inArray(media.id, mediaIds))
  return new Map(rows.map(({ mediaId, since, ...row }) => [mediaId, { ...row, since: since.toISOString() }]))
}
