import { removalCauses } from '@hotvote/shared/operator/removed-items'
import type { CounterNotice, ReviewedTakedown } from '@hotvote/shared/operator/takedown-review'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytea, createdAt, identity, updatedAt } from './columns.ts'
import { media } from './media.ts'
import { users } from './users.ts'

/** Visitors' reports (docs/decisions/035). Settled reports no longer count. */
export const reports = pgTable(
  'reports',
  {
    id: identity(),
    mediaId: bigint('media_id', { mode: 'number' })
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    /** Null if the visitor has been deleted. */
    userId: bigint('user_id', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    reason: text({ enum: ['illegal', 'not_theirs', 'harassment', 'spam', 'other'] }).notNull(),
    /** Keyed hashes of the request's and the session's network (docs/decisions/032), deleted after 30 days. */
    network: bytea(),
    sessionNetwork: bytea('session_network'),
    /** Set when the operator settles the report or the item is deleted. */
    settledAt: timestamp('settled_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('reports_media_id_user_id_key').on(t.mediaId, t.userId),
    index('reports_user_id').on(t.userId),
    check('reports_reason', sql`${t.reason} in ('illegal', 'not_theirs', 'harassment', 'spam', 'other')`),
  ],
)

/** Reported items, which wait for the operator's decision until `decidedAt` is set. */
export const reportedMedia = pgTable(
  'reported_media',
  {
    mediaId: bigint('media_id', { mode: 'number' })
      .primaryKey()
      .references(() => media.id, { onDelete: 'cascade' }),
    /** Time of the oldest open report. */
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull().defaultNow(),
    /** True if any report gives the `URGENT_REASON` defined in packages/shared. */
    isUrgent: boolean('is_urgent').notNull(),
    /** True while the item is hidden because of reports. A hidden item has no position. */
    isHidden: boolean('is_hidden').notNull().default(false),
    /** Last time that reports hid the item, kept after the operator's decision. */
    hiddenAt: timestamp('hidden_at', { withTimezone: true }),
    /** Set when the operator makes a decision or trashes the item, cleared when the item is restored. */
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (t) => [
    index('reported_media_hidden_at').on(t.hiddenAt).where(sql`${t.hiddenAt} is not null`),
    index('reported_media_waiting').on(t.isUrgent.desc(), t.openedAt, t.mediaId).where(sql`${t.decidedAt} is null`),
  ],
)

/** Networks with a surge of new visitors within an hour, open until the operator's decision sets `decidedAt`. */
export const surges = pgTable(
  'surges',
  {
    id: identity(),
    /** Keyed hash of the network (docs/decisions/032). The row is deleted after 30 days. */
    network: bytea().notNull(),
    /** Number of new visitors in the hour before `until`. */
    visitors: integer().notNull(),
    until: timestamp({ withTimezone: true }).notNull(),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull().defaultNow(),
    mailedAt: timestamp('mailed_at', { withTimezone: true }).notNull().defaultNow(),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('surges_network_key').on(t.network),
    index('surges_waiting').on(t.openedAt, t.id).where(sql`${t.decidedAt} is null`),
  ],
)

export const bans = pgTable(
  'bans',
  {
    id: identity(),
    kind: text({ enum: ['network', 'username', 'email_domain'] }).notNull(),
    /** Keyed hash of the banned network (docs/decisions/032). */
    network: bytea(),
    /** Banned part of usernames, in lowercase, or banned email domain. */
    pattern: text(),
    /** Actions that a banned network may not perform. */
    parts: text({ enum: ['vote', 'upload', 'report'] })
      .array()
      .notNull()
      .default([]),
    reason: text().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    /** Null for a permanent ban. */
    until: timestamp({ withTimezone: true }),
    liftedAt: timestamp('lifted_at', { withTimezone: true }),
    /** Number of requests refused because of the ban. */
    hits: bigint({ mode: 'number' }).notNull().default(0),
    lastHitAt: timestamp('last_hit_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('bans_active_key')
      .on(t.kind, sql`coalesce(${t.pattern}, encode(${t.network}, 'hex'))`)
      .where(sql`${t.liftedAt} is null`),
    check('bans_kind', sql`${t.kind} in ('network', 'username', 'email_domain')`),
    check(
      'bans_target',
      sql`(${t.kind} = 'network') = (${t.network} is not null) and (${t.network} is null) = (${t.pattern} is not null)`,
    ),
  ],
)

/** Takedown claims by rights holders (`visitor.md §3`). */
export const takedowns = pgTable(
  'takedowns',
  {
    id: identity(),
    status: text({ enum: ['pending', 'reviewed', 'resolved', 'rejected'] })
      .notNull()
      .default('pending'),
    complainantName: text('complainant_name').notNull(),
    complainantEmail: text('complainant_email').notNull(),
    complainantAddress: text('complainant_address'),
    complainantPhone: text('complainant_phone'),
    copyrightOwner: text('copyright_owner').notNull(),
    workDescription: text('work_description').notNull(),
    infringementDescription: text('infringement_description').notNull(),
    infringingUrls: jsonb('infringing_urls').$type<string[]>().notNull(),
    goodFaithStatement: boolean('good_faith_statement').notNull(),
    accuracyStatement: boolean('accuracy_statement').notNull(),
    electronicSignature: text('electronic_signature').notNull(),
    adminNotes: text('admin_notes').notNull().default(''),
    /** Host of the brand where the claim was filed; null for `PUBLIC_URL`. */
    host: text(),
    /** Time when the claim was filed or last reopened. */
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('takedowns_status').on(t.status, t.id.desc()),
    index('takedowns_complainant').on(sql`lower(${t.complainantEmail})`),
    check('takedowns_status_known', sql`${t.status} in ('pending', 'reviewed', 'resolved', 'rejected')`),
  ],
)

/** Items named in takedown claims. No foreign key to `media`, because claims outlive their items. */
export const takedownItems = pgTable(
  'takedown_items',
  {
    takedownId: bigint('takedown_id', { mode: 'number' })
      .notNull()
      .references(() => takedowns.id, { onDelete: 'cascade' }),
    mediaId: bigint('media_id', { mode: 'number' }).notNull(),
    position: integer().notNull(),
    /** Details of the deleted item; null while the item exists. */
    removedItem: jsonb('removed_item').$type<ReviewedTakedown['removedItem']>(),
    /** WebP thumbnail of the deleted item, visible to the operator only. */
    removedPicture: bytea('removed_picture'),
    /** The uploader's objection to the removal. */
    counterNotice: jsonb('counter_notice').$type<CounterNotice>(),
  },
  (t) => [
    primaryKey({ name: 'takedown_items_pkey', columns: [t.takedownId, t.mediaId] }),
    index('takedown_items_media_id').on(t.mediaId),
  ],
)

/** Fingerprints of removed media, which block repeat uploads even after a reset (docs/decisions/031). */
export const takenDownMedia = pgTable(
  'taken_down_media',
  {
    id: identity(),
    /** `reported` items were removed in the review queue, `deleted` items elsewhere in the admin area. */
    cause: text({ enum: removalCauses }).notNull().default('takedown'),
    takedownId: bigint('takedown_id', { mode: 'number' }),
    mediaId: bigint('media_id', { mode: 'number' }),
    ownerId: bigint('owner_id', { mode: 'number' }),
    /** Null if the owner's data has been erased. */
    originalName: text('original_name'),
    /** False while the claim is open, or if the claim was rejected. */
    isUpheld: boolean('is_upheld').notNull(),
    /** Number of uploads refused because of this entry. */
    attempts: integer().notNull().default(0),
    perceptualHash: bigint('perceptual_hash', { mode: 'bigint' }),
    centerHash: bigint('center_hash', { mode: 'bigint' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('taken_down_media_takedown_id').on(t.takedownId),
    index('taken_down_media_media_id').on(t.mediaId),
    index('taken_down_media_owner_id').on(t.ownerId),
    check('taken_down_media_cause_known', sql`${t.cause} in ('takedown', 'reported', 'deleted')`),
  ],
)

/** Hashes of files (16 characters derived from the SHA-256) and of pictures (all 64 characters). */
export const takenDownHashes = pgTable(
  'taken_down_hashes',
  {
    hash: text().notNull(),
    takenDownId: bigint('taken_down_id', { mode: 'number' })
      .notNull()
      .references(() => takenDownMedia.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ name: 'taken_down_hashes_pkey', columns: [t.hash, t.takenDownId] }),
    index('taken_down_hashes_taken_down_id').on(t.takenDownId),
  ],
)

/** Uploads that resemble removed media, hidden until the operator decides. */
export const lookAlikes = pgTable(
  'look_alikes',
  {
    mediaId: bigint('media_id', { mode: 'number' })
      .primaryKey()
      .references(() => media.id, { onDelete: 'cascade' }),
    takenDownId: bigint('taken_down_id', { mode: 'number' }).references(() => takenDownMedia.id, {
      onDelete: 'set null',
    }),
    createdAt: createdAt(),
  },
  (t) => [index('look_alikes_taken_down_id').on(t.takenDownId)],
)
