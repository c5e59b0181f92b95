import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytea, createdAt, expiresAfter, identity, updatedAt } from './columns.ts'
import { setAsides } from './integrity.ts'

/** Counters that votes change are not indexed, so PostgreSQL can use heap-only (HOT) updates. */
export const users = pgTable(
  'users',
  {
    id: identity(),
    username: text().notNull(),
    email: text(),
    emailVerifiedAt: timestamp('email_verified_at', { withTimezone: true }),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    votesCast: bigint('votes_cast', { mode: 'number' }).notNull().default(0),
    viewsMade: bigint('views_made', { mode: 'number' }).notNull().default(0),
    uploads: bigint({ mode: 'number' }).notNull().default(0),
    /** Number of uploads that the review declined. */
    declinedUploads: integer('declined_uploads').notNull().default(0),
    /** Number of logins by emailed link. */
    loginCount: integer('login_count').notNull().default(0),
    lastLoginAt: timestamp('last_login_at', { withTimezone: true }),
    /** True for users created by the vote population operation instead of a visitor. */
    isSynthetic: boolean('is_synthetic').notNull().default(false),
    /** True for the user who owns the items imported from the bucket (docs/decisions/012). */
    isLibrary: boolean('is_library').notNull().default(false),
    /** Watermark: the visitor has rated or owns every item up to this position (docs/decisions/003). */
    ratedThrough: bigint('rated_through', { mode: 'number' }).notNull().default(0),
    /** Votes after this time are new to the visitor (docs/decisions/014). */
    newsSince: timestamp('news_since', { withTimezone: true }),
    /** Time of the newest vote that the visitor has seen. */
    newsSeenAt: timestamp('news_seen_at', { withTimezone: true }),
    /** Soft delete: the row remains until its votes and items are erased (docs/decisions/030). */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    /** Blocked users cannot vote, upload or report (docs/decisions/032). */
    blockedAt: timestamp('blocked_at', { withTimezone: true }),
    /** Votes of these users are excluded from totals (docs/decisions/032). */
    isSetAside: boolean('is_set_aside').notNull().default(false),
    /** Latest set-aside of the user, kept after it ends because some items may still need a recount. */
    setAsideId: bigint('set_aside_id', { mode: 'number' }).references(() => setAsides.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_username_key').on(sql`lower(${t.username})`),
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    index('users_created_at').on(t.createdAt, t.id),
    index('users_search').using('gin', sql`${t.username} gin_trgm_ops`, sql`${t.email} gin_trgm_ops`),
    // Indexes for sorting the operator's user list by columns that votes do not change.
    index('users_email_order').on(sql`coalesce(lower(${t.email}), '')`, t.id),
    index('users_location_order').on(sql`coalesce(${t.latitude}, -1000)`, t.id),
    index('users_last_login_order').on(sql`coalesce(${t.lastLoginAt}, 'epoch')`, t.id),
    index('users_login_count').on(t.loginCount, t.id),
    index('users_deleted').on(t.id).where(sql`${t.deletedAt} is not null`),
    // Speeds up the operator's filter for blocked users, who are a tiny fraction of all users.
    index('users_blocked').on(t.id).where(sql`${t.blockedAt} is not null`),
    index('users_library').on(t.id).where(sql`${t.isLibrary}`),
    index('users_set_aside_id').on(t.setAsideId, t.id).where(sql`${t.setAsideId} is not null`),
    check('users_set_aside', sql`not ${t.isSetAside} or ${t.setAsideId} is not null`),
    check('users_verified_has_email', sql`${t.emailVerifiedAt} is null or ${t.email} is not null`),
    check(
      'users_counters',
      sql`${t.votesCast} >= 0 and ${t.viewsMade} >= 0 and ${t.uploads} >= 0 and ${t.ratedThrough} >= 0`,
    ),
  ],
)

/** Foreign key to the row's user; deleting the user deletes the row. */
export const ofUser = () =>
  bigint('user_id', { mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Session ids are stored only as SHA-256 hashes. */
const ofSession = () => ({
  tokenHash: bytea('token_hash').primaryKey(),
  createdAt: createdAt(),
  expiresAt: expiresAfter('1 year'),
})

export const sessions = pgTable(
  'sessions',
  {
    ...ofSession(),
    userId: ofUser(),
    /** Time of the last request, accurate to ten minutes. */
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
    /** Keyed hash of the session's latest network (docs/decisions/032), deleted after 30 days without requests. */
    network: bytea(),
  },
  (t) => [
    index('sessions_user_id').on(t.userId),
    index('sessions_expires_at').on(t.expiresAt),
    check('sessions_token_hash_length', sql`octet_length(${t.tokenHash}) = 32`),
  ],
)

/**
 * Sessions that ended because their account was saved elsewhere (docs/decisions/002) or deleted (docs/decisions/030).
 */
export const endedSessions = pgTable(
  'ended_sessions',
  { ...ofSession(), userId: bigint('user_id', { mode: 'number' }).references(() => users.id, { onDelete: 'cascade' }) },
  (t) => [index('ended_sessions_user_id').on(t.userId), index('ended_sessions_expires_at').on(t.expiresAt)],
)
