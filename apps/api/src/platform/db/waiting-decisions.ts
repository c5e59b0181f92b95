import { OPEN_STATUSES } from '@hotvote/shared/operator/takedown-review'
import { type AnyColumn, and, count, eq, inArray, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { onlyRow } from './aggregates.ts'
import type { Db } from './client.ts'
import { lookAlikes, media, reportedMedia, surges, takedowns } from './schema/index.ts'

/** `oldest` is the age of the oldest waiting decision in seconds, or zero if none is waiting. */
const waitingSince = (since: AnyColumn) => ({
  waiting: count(),
  oldest: sql<number>`coalesce(extract(epoch FROM now() - min(${since})), 0)::float8`,
})

/** Counts the entries that wait for the operator's decision, with the age of the oldest. */
export const waitingDecisions = async ({ orm }: Db) => {
  const { openedAt, decidedAt, isUrgent } = reportedMedia
  const countReports = (are: SQL) =>
    orm
      .select(waitingSince(openedAt))
      .from(reportedMedia)
      .where(and(isNull(decidedAt), are))
  const lookAlike = orm.select().from(lookAlikes).where(eq(lookAlikes.mediaId, media.id))
  const isInReview = and(eq(media.status, 'waiting'), ne(media.reviewCause, 'screening'), notExists(lookAlike))
  const isOpen = inArray(takedowns.status, [...OPEN_STATUSES])
  return {
    urgentReports: onlyRow(await countReports(eq(isUrgent, true))),
    otherReports: onlyRow(await countReports(eq(isUrgent, false))),
    takedowns: onlyRow(await orm.select(waitingSince(takedowns.openedAt)).from(takedowns).where(isOpen)),
    lookAlikes: onlyRow(await orm.select(waitingSince(lookAlikes.createdAt)).from(lookAlikes)),
    uploads: onlyRow(await orm.select(waitingSince(media.createdAt)).from(media).where(isInReview)),
    surges: onlyRow(await orm.select(waitingSince(surges.openedAt)).from(surges).where(isNull(surges.decidedAt))),
  }
}
