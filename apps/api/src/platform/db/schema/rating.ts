import { bigint, boolean, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
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

/** One vote per visitor and item. The primary key starts with the user id to allow sharding. */
export const votes = pgTable(
  'votes',
  { ...userAndItem(), isHot: boolean('is_hot').notNull(), createdAt: createdAt() },
  (t) => [
    primaryKey({ name: 'votes_pkey', columns: [t.userId, t.mediaId] }),
    index('votes_media_id_created_at').on(t.mediaId, t.createdAt),
    index('votes_created_at').using('brin', t.createdAt),
  ],
)

export const views = pgTable('views', { ...userAndItem(), createdAt: createdAt() }, (t) => [
  primaryKey({ name: 'views_pkey', columns: [t.userId, t.mediaId] }),
  index('views_media_id').on(t.mediaId),
])

/** Tables sharded by `pnpm distribute`. */
export const DISTRIBUTED_TABLES = ['votes', 'views']
