import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { media, reportedMedia, reports } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'

/** Holds a published item, shown or hidden, until the commit, with what is known of its reports. Undefined: there is none. */
export const lockReported = async ({ orm }: Db, mediaId: number) => {
  const isPublished = and(eq(media.id, mediaId), eq(media.status, 'ready'))
  const [item] = await orm.select({ id: media.id }).from(media).where(isPublished).for('update')
  if (!item) return undefined
  // Only now: who waited for the lock sees what the others did.
  const { decidedAt, isHidden } = reportedMedia
  const [reported] = await orm
    .select({ isWaiting: sql<boolean>`${decidedAt} IS NULL`, isHidden })
    .from(reportedMedia)
    .where(eq(reportedMedia.mediaId, mediaId))
  return reported ?? { isWaiting: null, isHidden: false }
}

const isOpen = (mediaId: number) => and(eq(reports.mediaId, mediaId), isNull(reports.settledAt))

/** The reports that wait count no more; returns how many. */
export const settle = async ({ orm }: Db, mediaId: number) => {
  await orm.update(reportedMedia).set({ decidedAt: sql`now()` }).where(eq(reportedMedia.mediaId, mediaId))
  const { rowCount } = await orm.update(reports).set({ settledAt: sql`now()` }).where(isOpen(mediaId))
  return rowCount ?? 0
}

/** The same, and nothing opens them again. */
export const endCase = async (db: Db, mediaId: number) => {
  const count = await settle(db, mediaId)
  await db.orm.delete(reportedMedia).where(eq(reportedMedia.mediaId, mediaId))
  return count
}

const REOPEN = statement({
  name: 'reopen_reports',
  row: { id: z.number() },
  text: `
WITH decision AS (SELECT media_id, decided_at FROM reported_media WHERE media_id = $1),
waiting AS (UPDATE reported_media SET decided_at = NULL FROM decision WHERE reported_media.media_id = decision.media_id)
UPDATE reports SET settled_at = NULL FROM decision
WHERE reports.media_id = decision.media_id AND reports.settled_at = decision.decided_at RETURNING reports.id`,
})

/** The reports that the last decision on a locked item settled wait again; returns how many. */
export const reopenReports = async (db: Db, mediaId: number): Promise<number> =>
  (await db.query(REOPEN, [mediaId])).length

const SHOW = statement({
  name: 'show_hidden',
  text: `
WITH item AS (SELECT id FROM media WHERE id = $1 AND status = 'ready' AND position IS NULL),
top AS (UPDATE catalog SET last_position = last_position + 1 FROM item RETURNING last_position)
UPDATE media SET position = top.last_position, updated_at = now() FROM top WHERE media.id = $1`,
})

/**
 * Shows a locked item again, at a new position, as a published one: who rated everything meanwhile has a watermark above the
 * old one. The row of `catalog` is locked last (docs/decisions/003).
 */
export const show = async (db: Db, mediaId: number) => {
  await db.query(SHOW, [mediaId])
}

/** Why items wait that were reported, the most frequent reason first. */
export const reasonsOf = ({ orm }: Db, ids: number[]) =>
  orm
    .select({ mediaId: reports.mediaId, reason: reports.reason, count: count() })
    .from(reports)
    .where(and(inArray(reports.mediaId, ids), isNull(reports.settledAt)))
    .groupBy(reports.mediaId, reports.reason)
    .orderBy(desc(count()), reports.reason)

/** How items wait that were reported. */
export const reportedOf = ({ orm }: Db, ids: number[]) => {
  const { mediaId, isUrgent, isHidden } = reportedMedia
  return orm.select({ mediaId, isUrgent, isHidden }).from(reportedMedia).where(inArray(mediaId, ids))
}
