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

/** A counter that a vote changes is in no index, so that its update can be a heap-only one (HOT). */
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
    /** Logins by a link. */
    loginCount: integer('login_count').notNull().default(0),
    lastLoginAt: timestamp('last_login_at', { withTimezone: true }),
    /** Made by vote population, not by a visitor. */
    isSynthetic: boolean('is_synthetic').notNull().default(false),
    /** Owns what was imported from the bucket, and is nobody's (docs/decisions/012). */
    isLibrary: boolean('is_library').notNull().default(false),
    /** Every item with a position up to here was rated by this visitor or is their own (docs/decisions/003). */
    ratedThrough: bigint('rated_through', { mode: 'number' }).notNull().default(0),
    /** Votes on their items after this are new to them: when the visit before to their statistics ended (docs/decisions/014). */
    newsSince: timestamp('news_since', { withTimezone: true }),
    /** Up to when they have seen those votes. */
    newsSeenAt: timestamp('news_seen_at', { withTimezone: true }),
    /** Gone for everybody: the row waits without name and address until its votes and items are erased (docs/decisions/030). */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    /** Since when they may not vote, upload or report; each of their sessions says so, too (docs/decisions/032). */
    blockedAt: timestamp('blocked_at', { withTimezone: true }),
    /** Their votes count in no total (docs/decisions/032). */
    isSetAside: boolean('is_set_aside').notNull().default(false),
    /** Their last set-aside. The id stays when their votes count again, as items may still wait for the recount. */
    setAsideId: bigint('set_aside_id', { mode: 'number' }).references(() => setAsides.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_username_key').on(sql`lower(${t.username})`),
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    index('users_created_at').on(t.createdAt, t.id),
    index('users_search').using('gin', sql`${t.username} gin_trgm_ops`, sql`${t.email} gin_trgm_ops`),
    // The orders of the operator's list by what a vote does not change.
    index('users_email_order').on(sql`coalesce(lower(${t.email}), '')`, t.id),
    index('users_location_order').on(sql`coalesce(${t.latitude}, -1000)`, t.id),
    index('users_last_login_order').on(sql`coalesce(${t.lastLoginAt}, 'epoch')`, t.id),
    index('users_login_count').on(t.loginCount, t.id),
    index('users_deleted').on(t.id).where(sql`${t.deletedAt} is not null`),
    // Of the operator's list of those who are: a few of a million.
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

/** The user that a row belongs to; it goes when they go. */
export const ofUser = () =>
  bigint('user_id', { mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Session ids are stored as their SHA-256 only. */
const ofSession = () => ({
  tokenHash: bytea('token_hash').primaryKey(),
  createdAt: createdAt(),
  expiresAt: expiresAfter('1 year'),
})

/** Where visitors are logged in. */
export const sessions = pgTable(
  'sessions',
  {
    ...ofSession(),
    userId: ofUser(),
    /** When its visitor was last on the site, up to ten minutes before. */
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
    /** Keyed hash of the network that they came from last (docs/decisions/032); forgotten after 30 days without them. */
    network: bytea(),
    /** Its user is: what looks a session up needs to look at no user for it. */
    isBlocked: boolean('is_blocked').notNull().default(false),
  },
  (t) => [
    index('sessions_user_id').on(t.userId),
    index('sessions_expires_at').on(t.expiresAt),
    check('sessions_token_hash_length', sql`octet_length(${t.tokenHash}) = 32`),
  ],
)

/** Sessions that ended because their account was saved elsewhere (docs/decisions/002), or deleted (docs/decisions/030). */
export const endedSessions = pgTable(
  'ended_sessions',
  { ...ofSession(), userId: bigint('user_id', { mode: 'number' }).references(() => users.id, { onDelete: 'cascade' }) },
  (t) => [index('ended_sessions_user_id').on(t.userId), index('ended_sessions_expires_at').on(t.expiresAt)],
)
