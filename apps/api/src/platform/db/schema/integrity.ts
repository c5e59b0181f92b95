import { setAsideKinds } from '@hotvote/shared/operator/vote-review'
import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { createdAt, identity } from './columns.ts'

/** Each time the operator set voters aside. The ids have no foreign keys, as an entry outlives its user or item. */
export const setAsides = pgTable(
  'set_asides',
  {
    id: identity(),
    kind: text({ enum: setAsideKinds }).notNull(),
    userId: bigint('user_id', { mode: 'number' }),
    mediaId: bigint('media_id', { mode: 'number' }),
    /** Four characters of the hash of a network: enough to recognise it in a list, too few to find it. */
    networkLabel: text('network_label'),
    /** Voters that were set aside then; some may be gone since. */
    voters: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    countedAgainAt: timestamp('counted_again_at', { withTimezone: true }),
  },
  (t) => [check('set_asides_kind', sql`${t.kind} in ('voter', 'network', 'item', 'synthetic')`)],
)

/** Outliers that the operator has seen, and left as they are for some days. A key names whom it is about. */
export const dismissedOutliers = pgTable('dismissed_outliers', {
  key: text().primaryKey(),
  dismissedAt: timestamp('dismissed_at', { withTimezone: true }).notNull().defaultNow(),
})
