import { QUEUE_OUTLIER_DAYS } from '@hotvote/shared/queue'
import { eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { deleteExpired } from '../../db/expired.ts'
import { dismissedOutliers } from '../../db/schema/index.ts'

const since = sql`now() - make_interval(days => ${QUEUE_OUTLIER_DAYS}::int)`

/** Outliers that were dismissed in the last days. */
export const dismissedKeys = async ({ orm }: Db): Promise<Set<string>> => {
  const { key, dismissedAt } = dismissedOutliers
  const rows = await orm.select({ key }).from(dismissedOutliers).where(gt(dismissedAt, since))
  return new Set(rows.map((row) => row.key))
}

/** Leaves it out for some days from now on, also one that was left out before. */
export const insertDismissedKey = async ({ orm }: Db, key: string) => {
  await orm
    .insert(dismissedOutliers)
    .values({ key })
    .onConflictDoUpdate({ target: dismissedOutliers.key, set: { dismissedAt: sql`now()` } })
}

/** @returns whether it was left out */
export const deleteDismissedKey = async ({ orm }: Db, key: string): Promise<boolean> =>
  (await orm.delete(dismissedOutliers).where(eq(dismissedOutliers.key, key))).rowCount === 1

/** A key may hold the hash of a network. */
export const forgetDismissedKeys = (db: Db) =>
  deleteExpired(db, dismissedOutliers, lte(dismissedOutliers.dismissedAt, since))
