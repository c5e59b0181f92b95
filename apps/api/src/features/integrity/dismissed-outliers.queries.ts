import { QUEUE_OUTLIER_DAYS } from '@hotvote/shared/queue'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { deleteExpired } from '../../db/expired.ts'
import { dismissedOutliers } from '../../db/schema/index.ts'
import { exactTime } from '../../db/time.ts'

const DISMISSED_AT = sql<string>`${sql.raw(exactTime('dismissed_outliers.dismissed_at'))}`

const since = sql`now() - make_interval(days => ${QUEUE_OUTLIER_DAYS}::int)`

/** Outliers that were dismissed in the last days. */
export const dismissedKeys = async ({ orm }: Db): Promise<Set<string>> => {
  const { key, dismissedAt } = dismissedOutliers
  const rows = await orm.select({ key }).from(dismissedOutliers).where(gt(dismissedAt, since))
  return new Set(rows.map((row) => row.key))
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
