import type { ReviewedTakedown } from '@hotvote/shared/takedown-review'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, createdAt, identity, updatedAt } from './columns.ts'
import { media } from './media.ts'

/** A rights holder's claim (`visitor.md §3`). `mediaId` is set when an address in it is one of ours. */
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
    /** The brand's host that it was sent to, which answers; null is that of `PUBLIC_URL`. */
    host: text(),
    mediaId: bigint('media_id', { mode: 'number' }).references(() => media.id, { onDelete: 'set null' }),
    /** Of an item that was deleted: what the claim was about. */
    removedItem: jsonb('removed_item').$type<ReviewedTakedown['removedItem']>(),
    /** Its picture in small, as webp. Nobody but the operator sees it. */
    removedPicture: bytea('removed_picture'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('takedowns_status').on(t.status, t.id.desc()),
    index('takedowns_media_id').on(t.mediaId),
    check('takedowns_status_known', sql`${t.status} in ('pending', 'reviewed', 'resolved', 'rejected')`),
  ],
)
