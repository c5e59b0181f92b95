import type { Db } from './client.ts'
import { statement } from './statement.ts'

const SHARE_DAYS = statement({ name: 'share_daily_activity', text: 'LOCK TABLE daily_activity IN ROW EXCLUSIVE MODE' })

/**
 * Whoever changes what a day was written down with, seen or waited for by the roll-up until the commit. Before all locks of
 * rows: the roll-up may be waiting in between.
 */
export const shareDays = async (tx: Db) => {
  await tx.query(SHARE_DAYS)
}
