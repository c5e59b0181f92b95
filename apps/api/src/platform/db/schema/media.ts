import { BACKDROPS } from '@hotvote/shared/media-facts'
import { type Screening, waitCauses } from '@hotvote/shared/operator/upload-review'
import { declineReasons } from '@hotvote/shared/visitor/declined'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytea, createdAt, identity, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** Visitors see only items with a `position`. A row with status `deleted` remains until its votes are erased. */
export const media = pgTable(
  'media',
  {
    id: identity(),
    ownerId: bigint('owner_id', { mode: 'number' })
      .notNull()
      .references(() => users.id),
    status: text({ enum: ['pending', 'waiting', 'ready', 'trashed', 'deleted'] })
      .notNull()
      .default('pending'),
    /** Unique number assigned from `catalog` in commit order. Visitors' watermarks refer to it (docs/decisions/003). */
    position: bigint({ mode: 'number' }),
    mimeType: text('mime_type').notNull(),
    originalName: text('original_name').notNull(),
    /** Size of the stored original in bytes. */
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /** Pixels, after rotating the picture upright. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Seconds; null for an image. */
    duration: real(),
    originalKey: text('original_key').notNull(),
    /** Version of at most 1600 px. Null for a video, and until the file is generated (docs/decisions/006). */
    displayKey: text('display_key'),
    /** Versions of at most 1080 and 640 px; null if the original is no larger. */
    mediumKey: text('medium_key'),
    smallKey: text('small_key'),
    /** Thumbnail of at most 480 px; null for a video. */
    thumbKey: text('thumb_key'),
    /** JPEG of at most 1200 px for link previews. Null for videos and small pictures, and until it is generated. */
    shareKey: text('share_key'),
    /** Thumbhash; null for a video or a transparent picture. */
    placeholder: bytea(),
    /** Background behind a transparent picture; null for all other media. */
    backdrop: text({ enum: BACKDROPS }),
    /** Null for an image. */
    hasSound: boolean('has_sound'),
    /** SHA-256 of the uploaded file. */
    sha256: bytea().notNull(),
    /** SHA-256 of the concatenated original and thumbnail files. */
    storedSha256: bytea('stored_sha256'),
    /** SHA-256 of the concatenated display, medium, small and share files; null until they are generated. */
    renditionsSha256: bytea('renditions_sha256'),
    /** Perceptual hash, 64 bits; null for a video. */
    perceptualHash: bigint('perceptual_hash', { mode: 'bigint' }),
    /** Perceptual hash of the picture's center; null if the center is almost uniform. */
    centerHash: bigint('center_hash', { mode: 'bigint' }),
    /** SHA-256 hashes of the upload's pixels and, if they differ, of its stored files (docs/decisions/031). */
    pictureHashes: bytea('picture_hashes'),
    /** Detects repeated uploads. Computed from the sender and the `Idempotency-Key`. */
    uploadKey: bytea('upload_key'),
    hotVotes: integer('hot_votes').notNull().default(0),
    notVotes: integer('not_votes').notNull().default(0),
    views: integer().notNull().default(0),
    trashedAt: timestamp('trashed_at', { withTimezone: true }),
    trashedBy: text('trashed_by', { enum: ['operator', 'owner'] }),
    /** Null if the upload was published without review (docs/decisions/038). */
    reviewCause: text('review_cause', { enum: waitCauses }),
    /** Verdict of the screening service, or null if there is none (docs/decisions/038). */
    screening: jsonb().$type<Screening>(),
    /** Set if the upload review declined the item, which is then in the trash. */
    declinedReason: text('declined_reason', { enum: declineReasons }),
    declinedNote: text('declined_note'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('media_position_key').on(t.position),
    index('media_owner_id').on(t.ownerId, t.id.desc()),
    index('media_pending').on(t.createdAt).where(sql`${t.status} = 'pending'`),
    index('media_waiting').on(t.createdAt, t.id).where(sql`${t.status} = 'waiting'`),
    index('media_deleted').on(t.id).where(sql`${t.status} = 'deleted'`),
    index('media_trashed').on(t.trashedAt, t.id).where(sql`${t.status} = 'trashed'`),
    index('media_sha256').on(t.sha256),
    uniqueIndex('media_original_key_key').on(t.originalKey),
    uniqueIndex('media_display_key_key').on(t.displayKey),
    uniqueIndex('media_thumb_key_key').on(t.thumbKey),
    uniqueIndex('media_medium_key_key').on(t.mediumKey).where(sql`${t.mediumKey} is not null`),
    uniqueIndex('media_small_key_key').on(t.smallKey).where(sql`${t.smallKey} is not null`),
    uniqueIndex('media_share_key_key').on(t.shareKey).where(sql`${t.shareKey} is not null`),
    uniqueIndex('media_upload_key_key')
      .on(t.uploadKey)
      .where(sql`${t.uploadKey} is not null and ${t.status} <> 'deleted'`),
    index('media_created_at').on(t.createdAt, t.id),
    index('media_size_bytes').on(t.sizeBytes, t.id),
    index('media_name_order').on(sql`lower(${t.originalName})`, t.id),
    index('media_search').using('gin', sql`${t.originalName} gin_trgm_ops`),
    check('media_status', sql`${t.status} in ('pending', 'waiting', 'ready', 'trashed', 'deleted')`),
    check(
      'media_trashed_since',
      sql`(${t.status} = 'trashed') = (${t.trashedAt} is not null and ${t.trashedBy} is not null)`,
    ),
    check('media_declined', sql`${t.declinedReason} is null or ${t.status} in ('trashed', 'deleted')`),
    check('media_position_is_ready', sql`${t.position} is null or ${t.status} = 'ready'`),
    check('media_backdrop', sql`${t.backdrop} in ('light', 'dark')`),
    check('media_counters', sql`${t.hotVotes} >= 0 and ${t.notVotes} >= 0 and ${t.views} >= 0`),
  ],
)

/** Identifies the content of deleted items, so imports skip that content (docs/decisions/012). */
export const removedContent = pgTable('removed_content', {
  content: text().primaryKey(),
  createdAt: createdAt(),
})

/** Single row with the last assigned position. Publishing locks the row, so positions follow commit order. */
export const catalog = pgTable(
  'catalog',
  {
    id: smallint().primaryKey().default(1),
    lastPosition: bigint('last_position', { mode: 'number' }).notNull().default(0),
    /** The operator has seen all items uploaded before this time. */
    seenUntil: timestamp('seen_until', { withTimezone: true }),
  },
  (t) => [check('catalog_one_row', sql`${t.id} = 1`)],
)
