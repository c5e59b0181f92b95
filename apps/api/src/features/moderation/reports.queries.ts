import { UNDO_MS } from '@hotvote/shared/limits'
import { type ReportReason, URGENT_REASON } from '@hotvote/shared/visitor/reports'
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { media, reportedMedia, reports, sessions } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { IS_LAST_NETWORK } from '../../platform/db/voter-network.ts'

/** Locks a visible item until the commit, so that reports, decisions and deletions can't overlap. */
export const lockShown = async ({ orm }: Db, mediaId: number) => {
  const { ownerId } = media
  const isShown = and(eq(media.id, mediaId), isNotNull(media.position))
  const [item] = await orm.select({ ownerId }).from(media).where(isShown).for('update')
  return item
}

export type Report = { mediaId: number; userId: number; reason: ReportReason; network: Buffer | null }

export const insertReport = async ({ orm }: Db, report: Report): Promise<boolean> => {
  const isReporter = and(eq(sessions.userId, report.userId), sql.raw(IS_LAST_NETWORK))
  const sessionNetwork = sql`${orm.select({ network: sessions.network }).from(sessions).where(isReporter)}`
  const stored = orm.insert(reports).values({ ...report, sessionNetwork })
  return (await stored.onConflictDoNothing().returning({ id: reports.id })).length > 0
}

export const findReport = async ({ orm }: Db, { mediaId, userId }: Pick<Report, 'mediaId' | 'userId'>) => {
  const { id, settledAt, createdAt } = reports
  const isRecent = sql<boolean>`${createdAt} > now() - make_interval(secs => ${UNDO_MS / 1000})`
  const [report] = await orm
    .select({ id, settledAt, isRecent })
    .from(reports)
    .where(and(eq(reports.mediaId, mediaId), eq(reports.userId, userId)))
  return report
}

export const deleteReport = async ({ orm }: Db, { id, mediaId }: { id: number; mediaId: number }) => {
  await orm.delete(reports).where(eq(reports.id, id))
  const { reason, createdAt } = reports
  const [left] = await orm
    .select({
      openedAt: sql<Date | null>`min(${createdAt})`.mapWith(createdAt),
      isUrgent: sql<boolean>`bool_or(${reason} = ${URGENT_REASON})`,
    })
    .from(reports)
    .where(and(eq(reports.mediaId, mediaId), isNull(reports.settledAt)))
  const isIt = eq(reportedMedia.mediaId, mediaId)
  if (left?.openedAt) {
    const { openedAt, isUrgent } = left
    await orm.update(reportedMedia).set({ openedAt, isUrgent }).where(isIt)
  } else await orm.delete(reportedMedia).where(isIt)
}

export const markShown = async ({ orm }: Db, mediaId: number) => {
  await orm.update(reportedMedia).set({ isHidden: false, hiddenAt: null }).where(eq(reportedMedia.mediaId, mediaId))
}

export const openReported = async ({ orm }: Db, { mediaId, reason }: Pick<Report, 'mediaId' | 'reason'>) => {
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

/** $2: a reason, or null for all reasons. */
const COUNT_NETWORKS = statement({
  name: 'count_reporting_networks',
  row: { networks: z.number() },
  text: `
SELECT greatest(least(count(DISTINCT network), count(DISTINCT session_network)), least(count(*), 1))::int AS networks
FROM reports
WHERE media_id = $1 AND settled_at IS NULL AND user_id IS NOT NULL AND ($2::text IS NULL OR reason = $2)
  AND NOT EXISTS (
    SELECT FROM reports earlier WHERE earlier.media_id = reports.media_id AND earlier.settled_at IS NOT NULL
      AND ARRAY[earlier.network, earlier.session_network] && ARRAY[reports.network, reports.session_network])`,
})

/** Counts networks with open reports, except networks that had an earlier report decided. */
export const countNetworks = async (db: Db, mediaId: number, reason: ReportReason | null = null): Promise<number> =>
  onlyRow(await db.query(COUNT_NETWORKS, [mediaId, reason])).networks

/** Counts existing items that reports have hidden in the last 24 hours. */
export const countHiddenToday = ({ orm }: Db) =>
  orm.$count(reportedMedia, gt(reportedMedia.hiddenAt, sql`now() - interval '1 day'`))

export const countPublished = ({ orm }: Db) => orm.$count(media, eq(media.status, 'ready'))

/** Removes a locked item from pages and voting, but keeps its votes and totals. */
export const hide = async ({ orm }: Db, mediaId: number) => {
  await orm.update(media).set({ position: null, updatedAt: sql`now()` }).where(eq(media.id, mediaId))
  await orm
    .update(reportedMedia)
    .set({ isHidden: true, hiddenAt: sql`now()` })
    .where(eq(reportedMedia.mediaId, mediaId))
}

/** Locks a published item, whether visible or hidden. Returns undefined if there is none. */
export const lockReported = async ({ orm }: Db, mediaId: number) => {
  const isPublished = and(eq(media.id, mediaId), eq(media.status, 'ready'))
  const [item] = await orm.select({ ownerId: media.ownerId }).from(media).where(isPublished).for('update')
  if (!item) return undefined
  const { decidedAt, isHidden } = reportedMedia
  const [reported] = await orm
    .select({ isWaiting: sql<boolean>`${decidedAt} IS NULL`, isHidden })
    .from(reportedMedia)
    .where(eq(reportedMedia.mediaId, mediaId))
  return { ...(reported ?? { isWaiting: null, isHidden: false }), ...item }
}

const isOpen = (mediaId: number) => and(eq(reports.mediaId, mediaId), isNull(reports.settledAt))

export const settle = async ({ orm }: Db, mediaId: number) => {
  await orm.update(reportedMedia).set({ decidedAt: sql`now()` }).where(eq(reportedMedia.mediaId, mediaId))
  const { rowCount } = await orm.update(reports).set({ settledAt: sql`now()` }).where(isOpen(mediaId))
  return rowCount ?? 0
}

export const countOpen = ({ orm }: Db, mediaId: number) => orm.$count(reports, isOpen(mediaId))

const REOPEN = statement({
  name: 'reopen_reports',
  row: { id: z.number() },
  text: `
WITH decision AS (SELECT media_id, decided_at FROM reported_media WHERE media_id = $1),
waiting AS (UPDATE reported_media SET decided_at = NULL FROM decision WHERE reported_media.media_id = decision.media_id)
UPDATE reports SET settled_at = NULL FROM decision
WHERE reports.media_id = decision.media_id AND reports.settled_at = decision.decided_at RETURNING reports.id`,
})

export const reopenReports = async (db: Db, mediaId: number): Promise<number> =>
  (await db.query(REOPEN, [mediaId])).length

const SHOW = statement({
  name: 'show_hidden',
  text: `
WITH item AS (SELECT id FROM media WHERE id = $1 AND status = 'ready' AND position IS NULL),
top AS (UPDATE catalog SET last_position = last_position + 1 FROM item RETURNING last_position)
UPDATE media SET position = top.last_position, updated_at = now() FROM top WHERE media.id = $1`,
})

/** Assigns a new position, so that visitors who have rated everything also see the item (docs/decisions/003). */
export const show = async (db: Db, mediaId: number) => {
  await db.query(SHOW, [mediaId])
}

export const listReasons = ({ orm }: Db, ids: number[]) =>
  orm
    .select({ mediaId: reports.mediaId, reason: reports.reason, count: count() })
    .from(reports)
    .where(and(inArray(reports.mediaId, ids), isNull(reports.settledAt)))
    .groupBy(reports.mediaId, reports.reason)
    .orderBy(desc(count()), reports.reason)

export const listReported = ({ orm }: Db, ids: number[]) => {
  const { mediaId, isUrgent, isHidden } = reportedMedia
  return orm.select({ mediaId, isUrgent, isHidden }).from(reportedMedia).where(inArray(mediaId, ids))
}
