import { setAsideKinds } from '@hotvote/shared/operator/vote-review'
import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { createdAt, identity } from './columns.ts'

/** History of set-asides. It has no foreign keys, because entries outlive their users and items. */
export const setAsides = pgTable(
  'set_asides',
  {
    id: identity(),
    kind: text({ enum: setAsideKinds }).notNull(),
    userId: bigint('user_id', { mode: 'number' }),
    mediaId: bigint('media_id', { mode: 'number' }),
    /** Four characters of the network's hash, enough to recognize a network but too few to identify it. */
    networkLabel: text('network_label'),
    /** Number of voters whose votes were set aside. Not updated if voters are deleted later. */
    voters: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    countedAgainAt: timestamp('counted_again_at', { withTimezone: true }),
  },
  (t) => [check('set_asides_kind', sql`${t.kind} in ('voter', 'network', 'item', 'synthetic')`)],
)

export const dismissedOutliers = pgTable('dismissed_outliers', {
  key: text().primaryKey(),
  dismissedAt: timestamp('dismissed_at', { withTimezone: true }).notNull().defaultNow(),
})
