import type { RetentionRule } from '@hotvote/shared/operator/health'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { retentionRuns } from './schema/index.ts'

/** A day, minus some slack in case a check runs early. */
const PAUSE = sql.raw("interval '23 hours 50 minutes'")
/** After this time, the process that claimed the rule is considered dead. */
const CLAIM = sql.raw("interval '1 hour'")

export const listRetentionRuns = ({ orm }: Db) => {
  const { rule, days, removed, ranAt, firstSeenAt } = retentionRuns
  return orm.select({ rule, days, removed, ranAt, firstSeenAt }).from(retentionRuns)
}

/** Stores `days`, where 0 means never. @returns true if the rule is due and this process should run it */
export const claimRule = async ({ orm }: Db, rule: RetentionRule, days: number): Promise<boolean> => {
  const { ranAt, claimedAt } = retentionRuns
  const noted = { target: retentionRuns.rule, set: { days } }
  await orm.insert(retentionRuns).values({ rule, days }).onConflictDoUpdate(noted)
  const isDue = or(isNull(ranAt), sql`${ranAt} < now() - ${PAUSE}`)
  const isFree = or(isNull(claimedAt), sql`${claimedAt} < now() - ${CLAIM}`)
  const rows = await orm
    .update(retentionRuns)
    .set({ claimedAt: sql`now()` })
    .where(and(eq(retentionRuns.rule, rule), gt(retentionRuns.days, 0), isDue, isFree))
    .returning({ rule: retentionRuns.rule })
  return rows.length > 0
}

export const releaseRule = async ({ orm }: Db, rule: RetentionRule) => {
  await orm.update(retentionRuns).set({ claimedAt: null }).where(eq(retentionRuns.rule, rule))
}

export const endRule = async ({ orm }: Db, rule: RetentionRule, removed: number) => {
  const ended = { removed, ranAt: sql`now()`, claimedAt: null }
  await orm.update(retentionRuns).set(ended).where(eq(retentionRuns.rule, rule))
}
