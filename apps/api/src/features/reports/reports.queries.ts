import { HIDE_AFTER, type ReportReason, URGENT_REASON } from '@hotvote/shared/reports'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { media, reportedMedia, reportRules, reports, sessions, users } from '../../db/schema/index.ts'
import { IS_LAST_NETWORK } from '../../db/voter-network.ts'

/** Holds an item that visitors see until the commit: reports, decisions and deletions come one after the other. */
export const lockShown = async ({ orm }: Db, mediaId: number) => {
  const { ownerId } = media
  const isShown = and(eq(media.id, mediaId), isNotNull(media.position))
  const [item] = await orm.select({ ownerId }).from(media).where(isShown).for('update')
  return item
}

/** When a visitor came; undefined when they are gone. */
export const reporterSince = async ({ orm }: Db, userId: number): Promise<Date | undefined> => {
  const [row] = await orm.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, userId))
  return row?.createdAt
}

type Report = { mediaId: number; userId: number; reason: ReportReason }

/** False when this visitor has reported the item before. */
export const insertReport = async ({ orm }: Db, report: Report): Promise<boolean> =>
  (await orm.insert(reports).values(report).onConflictDoNothing().returning({ id: reports.id })).length > 0

/** Whether this visitor has reported the item before. */
export const hasReported = async ({ orm }: Db, { mediaId, userId }: Report): Promise<boolean> =>
  (await orm.$count(reports, and(eq(reports.mediaId, mediaId), eq(reports.userId, userId)))) > 0

/** What a visitor reported last, the newest first, so many at most. */
export const lastReportedBy = async ({ orm }: Db, userId: number, most: number): Promise<number[]> => {
  const { id, mediaId } = reports
  const rows = await orm
    .select({ mediaId })
    .from(reports)
    .where(eq(reports.userId, userId))
    .orderBy(desc(id))
    .limit(most)
  return rows.map((row) => row.mediaId)
}

/** Puts a locked item into the operator's queue; one that was decided on is there anew. */
export const openReported = async ({ orm }: Db, { mediaId, reason }: Report) => {
  const isDecided = sql`${reportedMedia.decidedAt} IS NOT NULL`
  const isUrgent = reason === URGENT_REASON
  await orm
    .insert(reportedMedia)
    .values({ mediaId, isUrgent })
    .onConflictDoUpdate({
      target: reportedMedia.mediaId,
      set: {
        openedAt: sql`CASE WHEN ${isDecided} THEN now() ELSE ${reportedMedia.openedAt} END`,
        isUrgent: sql`excluded.is_urgent OR (${reportedMedia.isUrgent} AND NOT (${isDecided}))`,
        isHidden: false,
        decidedAt: null,
      },
    })
}

/**
 * From how many networks the visitors come who reported an item and wait for a decision. Who has logged out, or is deleted, is of no known
 * network, which may be that of any other: they add nothing to it, and are of one where none is known.
 */
export const countedReports = async ({ orm }: Db, mediaId: number): Promise<number> => {
  const networks = sql`greatest(count(DISTINCT ${sessions.network}), least(count(*), 1))`.mapWith(Number)
  const isOfVoter = and(eq(sessions.userId, reports.userId), sql.raw(IS_LAST_NETWORK))
  const waits = and(eq(reports.mediaId, mediaId), isNull(reports.settledAt), isNotNull(reports.userId))
  return onlyRow(await orm.select({ networks }).from(reports).leftJoin(sessions, isOfVoter).where(waits)).networks
}

/** From how many networks reports hide an item; 0: none do. */
export const hideAfter = async ({ orm }: Db): Promise<number> => {
  const [rules] = await orm.select({ hideAfter: reportRules.hideAfter }).from(reportRules)
  return rules?.hideAfter ?? HIDE_AFTER.default
}

/** Takes a locked item off the site: no stage shows it, and it takes no vote. Its votes and totals stay. */
export const hide = async ({ orm }: Db, mediaId: number) => {
  await orm.update(media).set({ position: null, updatedAt: sql`now()` }).where(eq(media.id, mediaId))
  await orm.update(reportedMedia).set({ isHidden: true }).where(eq(reportedMedia.mediaId, mediaId))
}
