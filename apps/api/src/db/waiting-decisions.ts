import { OPEN_STATUSES } from '@hotvote/shared/takedown-review'
import { type AnyColumn, and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { onlyRow } from './aggregates.ts'
import type { Db } from './client.ts'
import { lookAlikes, reportedMedia, takedowns } from './schema/index.ts'

/** How many there are, and the seconds since the oldest began to wait; zero when none does. */
const waitingSince = (since: AnyColumn) => ({
  waiting: count(),
  oldest: sql<number>`coalesce(extract(epoch FROM now() - min(${since})), 0)::float8`,
})

/** What waits for the operator: how many of each, and the seconds that the oldest does. */
export const waitingDecisions = async ({ orm }: Db) => {
  const { openedAt, decidedAt, isUrgent } = reportedMedia
  const reportsThat = (are: SQL) =>
    orm
      .select(waitingSince(openedAt))
      .from(reportedMedia)
      .where(and(isNull(decidedAt), are))
  const isOpen = inArray(takedowns.status, [...OPEN_STATUSES])
  const [urgentReports, otherReports, openTakedowns, waitingUploads] = await Promise.all([
    reportsThat(eq(isUrgent, true)),
    reportsThat(eq(isUrgent, false)),
    orm.select(waitingSince(takedowns.openedAt)).from(takedowns).where(isOpen),
    orm.select(waitingSince(lookAlikes.createdAt)).from(lookAlikes),
  ])
  return {
    urgentReports: onlyRow(urgentReports),
    otherReports: onlyRow(otherReports),
    takedowns: onlyRow(openTakedowns),
    lookAlikes: onlyRow(waitingUploads),
  }
}
