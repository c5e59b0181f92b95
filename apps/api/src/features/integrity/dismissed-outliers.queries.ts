import { QUEUE_OUTLIER_DAYS } from '@hotvote/shared/queue'
import { and, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { deleteExpired } from '../../db/expired.ts'
import { dismissedOutliers, operations } from '../../db/schema/index.ts'
import { exactTime } from '../../db/time.ts'

const DISMISSED_AT = sql<string>`${sql.raw(exactTime('dismissed_outliers.dismissed_at'))}`

const since = sql`now() - make_interval(days => ${QUEUE_OUTLIER_DAYS}::int)`

/** The outlier whose votes are being set aside, until that ends or shall. */
const beingSetAside = ({ orm }: Db) => {
  const { kind, status, isStopRequested, input } = operations
  const isUnderWay = and(inArray(status, ['queued', 'running']), eq(isStopRequested, false))
  const key = sql<string>`${input} ->> 'dismisses'`
  return orm
    .select({ key })
    .from(operations)
    .where(and(eq(kind, 'set-votes-aside'), isUnderWay, isNotNull(key)))
}

/** Outliers that were dismissed in the last days, and the one whose votes are being set aside. */
export const dismissedKeys = async (db: Db): Promise<Set<string>> => {
  const { key, dismissedAt } = dismissedOutliers
  const dismissed = db.orm.select({ key }).from(dismissedOutliers).where(gt(dismissedAt, since))
  const rows = await Promise.all([dismissed, beingSetAside(db)])
  return new Set(rows.flat().map((row) => row.key))
}

/** Leaves it out for some days from now on, also one that was left out before; returns when that was, as `exactTime`. */
export const insertDismissedKey = async ({ orm }: Db, key: string): Promise<string> => {
  const dismissed = orm
    .insert(dismissedOutliers)
    .values({ key })
    .onConflictDoUpdate({ target: dismissedOutliers.key, set: { dismissedAt: sql`now()` } })
  return onlyRow(await dismissed.returning({ dismissedAt: DISMISSED_AT })).dismissedAt
}

/** @returns whether it was left out, and since `dismissedAt` where that is given */
export const deleteDismissedKey = async (
  { orm }: Db,
  { key, dismissedAt }: { key: string; dismissedAt: string | undefined },
): Promise<boolean> => {
  const isIts = eq(dismissedOutliers.key, key)
  const isThat = dismissedAt === undefined ? undefined : eq(DISMISSED_AT, dismissedAt)
  const { rowCount } = await orm.delete(dismissedOutliers).where(and(isIts, isThat))
  return rowCount === 1
}

/** A key may hold the hash of a network. */
export const forgetDismissedKeys = (db: Db) =>
  deleteExpired(db, dismissedOutliers, lte(dismissedOutliers.dismissedAt, since))
