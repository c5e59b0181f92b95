import { setAsideKinds } from '@hotvote/shared/integrity'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { createdAt, identity } from './columns.ts'
import { media } from './media.ts'
import { users } from './users.ts'

const userAndItem = () => ({
  userId: bigint('user_id', { mode: 'number' })
    .notNull()
    .references(() => users.id),
  mediaId: bigint('media_id', { mode: 'number' })
    .notNull()
    .references(() => media.id),
})

/** One vote a visitor and item. The key starts with the user, so that a cluster can be split by it. */
export const votes = pgTable(
  'votes',
  { ...userAndItem(), isHot: boolean('is_hot').notNull(), createdAt: createdAt() },
  (t) => [
    primaryKey({ name: 'votes_pkey', columns: [t.userId, t.mediaId] }),
    index('votes_media_id_created_at').on(t.mediaId, t.createdAt),
    index('votes_created_at').using('brin', t.createdAt),
  ],
)

/** One view a visitor and item. */
export const views = pgTable('views', { ...userAndItem(), createdAt: createdAt() }, (t) => [
  primaryKey({ name: 'views_pkey', columns: [t.userId, t.mediaId] }),
  index('views_media_id').on(t.mediaId),
])

/** Each time the operator set votes aside, and of whom. Its ids may name what is gone: it stays what it was about. */
export const setAsides = pgTable(
  'set_asides',
  {
    id: identity(),
    kind: text({ enum: setAsideKinds }).notNull(),
    userId: bigint('user_id', { mode: 'number' }),
    mediaId: bigint('media_id', { mode: 'number' }),
    /** Four characters of the hash of a network: enough to recognise it in a list, too few to find it. */
    networkLabel: text('network_label'),
    /** Votes that were set aside then; some may have gone with their item since. */
    votes: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    /** When the last of them counted again. */
    countedAgainAt: timestamp('counted_again_at', { withTimezone: true }),
  },
  (t) => [
    check('set_asides_kind', sql`${t.kind} in ('voter', 'network', 'item', 'synthetic')`),
    check('set_asides_votes', sql`${t.votes} >= 0`),
  ],
)

/**
 * Votes that are there and do not count (docs/decisions/063): a vote that is deleted or moves takes its row here along. No
 * column of `votes`, which nobody rewrites: it is read in the order of time.
 */
export const setAsideVotes = pgTable(
  'set_aside_votes',
  {
    ...userAndItem(),
    setAsideId: bigint('set_aside_id', { mode: 'number' })
      .notNull()
      .references(() => setAsides.id),
  },
  (t) => [
    primaryKey({ name: 'set_aside_votes_pkey', columns: [t.userId, t.mediaId] }),
    index('set_aside_votes_media_id').on(t.mediaId),
    index('set_aside_votes_set_aside_id').on(t.setAsideId, t.userId, t.mediaId),
  ],
)

/** Outliers that the operator has seen, and left as they are for some days. A key names whom it is about. */
export const dismissedOutliers = pgTable('dismissed_outliers', {
  key: text().primaryKey(),
  dismissedAt: timestamp('dismissed_at', { withTimezone: true }).notNull().defaultNow(),
})
