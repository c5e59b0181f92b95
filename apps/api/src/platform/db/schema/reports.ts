import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, createdAt, identity } from './columns.ts'
import { media } from './media.ts'
import { users } from './users.ts'

/** What visitors reported (docs/decisions/035). One that is settled does not count again. */
export const reports = pgTable(
  'reports',
  {
    id: identity(),
    mediaId: bigint('media_id', { mode: 'number' })
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    /** Null once the visitor is gone. */
    userId: bigint('user_id', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    reason: text({ enum: ['illegal', 'not_theirs', 'harassment', 'spam', 'other'] }).notNull(),
    /** Keyed hashes of the networks of the call and of its session (docs/decisions/032); forgotten after 30 days. */
    network: bytea(),
    sessionNetwork: bytea('session_network'),
    /** When the operator decided, or the item was deleted. */
    settledAt: timestamp('settled_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('reports_media_id_user_id_key').on(t.mediaId, t.userId),
    index('reports_user_id').on(t.userId),
    check('reports_reason', sql`${t.reason} in ('illegal', 'not_theirs', 'harassment', 'spam', 'other')`),
  ],
)

/** Items that were reported: each waits for the operator's decision until it is `decidedAt`. */
export const reportedMedia = pgTable(
  'reported_media',
  {
    mediaId: bigint('media_id', { mode: 'number' })
      .primaryKey()
      .references(() => media.id, { onDelete: 'cascade' }),
    /** When the first report came that waits. */
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull().defaultNow(),
    /** One of them is of the reason that comes first (`URGENT_REASON` of packages/shared). */
    isUrgent: boolean('is_urgent').notNull(),
    /** It took the item off the site, which has no position until the decision. */
    isHidden: boolean('is_hidden').notNull().default(false),
    /** When reports hid it last, whatever was decided since. */
    hiddenAt: timestamp('hidden_at', { withTimezone: true }),
    /** When the operator decided, or the item that waited went to the trash: a restoration takes that back. */
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (t) => [
    index('reported_media_hidden_at').on(t.hiddenAt).where(sql`${t.hiddenAt} is not null`),
    index('reported_media_waiting').on(t.isUrgent.desc(), t.openedAt, t.mediaId).where(sql`${t.decidedAt} is null`),
  ],
)
