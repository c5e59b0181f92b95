import type { RetentionRule } from '@hotvote/shared/operator/health'
import { eq, sql } from 'drizzle-orm'
import { onlyRow } from './aggregates.ts'
import type { Db } from './client.ts'
import { retentionRuns } from './schema/index.ts'

/** A day, minus some slack in case a check runs early. */
const PAUSE = sql.raw("interval '23 hours 50 minutes'")

export const listRetentionRuns = ({ orm }: Db) => {
  const { rule, days, removed, ranAt, firstSeenAt } = retentionRuns
  return orm.select({ rule, days, removed, ranAt, firstSeenAt }).from(retentionRuns)
}

/** Stores `days`, where 0 means never. @returns true if the rule is due */
export const isRuleDue = async ({ orm }: Db, rule: RetentionRule, days: number): Promise<boolean> => {
  const { ranAt } = retentionRuns
  const isDue = sql<boolean>`${retentionRuns.days} > 0 AND coalesce(${ranAt} < now() - ${PAUSE}, true)`
  const noted = orm.insert(retentionRuns).values({ rule, days })
  const stored = noted.onConflictDoUpdate({ target: retentionRuns.rule, set: { days } })
  return onlyRow(await stored.returning({ isDue })).isDue
}

export const endRule = async ({ orm }: Db, rule: RetentionRule, removed: number) => {
  await orm.update(retentionRuns).set({ removed, ranAt: sql`now()` }).where(eq(retentionRuns.rule, rule))
}
