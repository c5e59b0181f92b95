import { QUEUE_OUTLIER_DAYS } from '@hotvote/shared/queue'
import { and, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { deleteExpired } from '../../db/expired.ts'
import { dismissedOutliers, operations } from '../../db/schema/index.ts'

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

/** Leaves it out for some days from now on, also one that was left out before. */
export const insertDismissedKey = ({ orm }: Db, key: string) =>
  orm
    .insert(dismissedOutliers)
    .values({ key })
    .onConflictDoUpdate({ target: dismissedOutliers.key, set: { dismissedAt: sql`now()` } })

/** @returns whether it was left out */
export const deleteDismissedKey = async ({ orm }: Db, key: string): Promise<boolean> => {
  const { rowCount } = await orm.delete(dismissedOutliers).where(eq(dismissedOutliers.key, key))
  return rowCount === 1
}

/** A key may hold the hash of a network. */
export const forgetDismissedKeys = (db: Db) =>
  deleteExpired(db, dismissedOutliers, lte(dismissedOutliers.dismissedAt, since))
