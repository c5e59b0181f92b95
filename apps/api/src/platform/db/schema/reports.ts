import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, createdAt, identity } from './columns.ts'
import { media } from './media.ts'
import { users } from './users.ts'

/** Reports by visitors (docs/decisions/035). Settled ones do not count again. */
export const reports = pgTable(
  'reports',
  {
    id: identity(),
    mediaId: bigint('media_id', { mode: 'number' })
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    /** Null after the visitor is deleted. */
    userId: bigint('user_id', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    reason: text({ enum: ['illegal', 'not_theirs', 'harassment', 'spam', 'other'] }).notNull(),
    /** Keyed network hashes of the request and its session (docs/decisions/032), deleted after 30 days. */
    network: bytea(),
    sessionNetwork: bytea('session_network'),
    /** Set by the operator's decision or the item's deletion. */
    settledAt: timestamp('settled_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('reports_media_id_user_id_key').on(t.mediaId, t.userId),
    index('reports_user_id').on(t.userId),
    check('reports_reason', sql`${t.reason} in ('illegal', 'not_theirs', 'harassment', 'spam', 'other')`),
  ],
)

/** Reported items wait for the operator's decision until `decidedAt` is set. */
export const reportedMedia = pgTable(
  'reported_media',
  {
    mediaId: bigint('media_id', { mode: 'number' })
      .primaryKey()
      .references(() => media.id, { onDelete: 'cascade' }),
    /** Time of the oldest open report. */
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull().defaultNow(),
    /** True if any report has the `URGENT_REASON` of packages/shared. */
    isUrgent: boolean('is_urgent').notNull(),
    /** Reports have hidden the item, which has no position until the decision. */
    isHidden: boolean('is_hidden').notNull().default(false),
    /** Last time that reports hid the item, regardless of later decisions. */
    hiddenAt: timestamp('hidden_at', { withTimezone: true }),
    /** Set by the operator's decision, or by trashing the item until it is restored. */
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (t) => [
    index('reported_media_hidden_at').on(t.hiddenAt).where(sql`${t.hiddenAt} is not null`),
    index('reported_media_waiting').on(t.isUrgent.desc(), t.openedAt, t.mediaId).where(sql`${t.decidedAt} is null`),
  ],
)
