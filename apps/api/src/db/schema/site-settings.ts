import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { createdAt, identity, updatedAt } from './columns.ts'

/** Settings of which there is one; without a row the defaults of the specification hold. */
const only = () => smallint().primaryKey().default(1)

export const adZones = pgTable('ad_zones', {
  zoneId: text('zone_id').primaryKey(),
  zoneName: text('zone_name').notNull(),
  adCode: text('ad_code').notNull(),
  isActive: boolean('is_active').notNull(),
  /** Shown in a sandboxed frame instead of the page itself. */
  isSandboxed: boolean('is_sandboxed').notNull().default(false),
  updatedAt: updatedAt(),
})

export const skipButton = pgTable(
  'skip_button',
  {
    id: only(),
    zoneName: text('zone_name').notNull(),
    buttonText: text('button_text').notNull(),
    buttonUrl: text('button_url').notNull(),
    isActive: boolean('is_active').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [check('skip_button_one_row', sql`${t.id} = 1`)],
)

export const voteMultiplier = pgTable(
  'vote_multiplier',
  {
    id: only(),
    isEnabled: boolean('is_enabled').notNull(),
    multiplier: doublePrecision().notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('vote_multiplier_one_row', sql`${t.id} = 1`),
    check('vote_multiplier_positive', sql`${t.multiplier} > 0 and ${t.multiplier} < 'Infinity'`),
  ],
)

export const emailCapture = pgTable(
  'email_capture',
  {
    id: only(),
    isEnabled: boolean('is_enabled').notNull(),
    /** Votes of a visit after which an address is asked for. */
    voteThreshold: integer('vote_threshold').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('email_capture_one_row', sql`${t.id} = 1`),
    check('email_capture_threshold', sql`${t.voteThreshold} between 1 and 100`),
  ],
)

export const reportRules = pgTable(
  'report_rules',
  {
    id: only(),
    /** From how many networks reports hide an item; 0: none do. */
    hideAfter: integer('hide_after').notNull(),
    /** Percent of the collection that reports hide within a day at most. */
    hideShare: integer('hide_share').notNull().default(5),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('report_rules_one_row', sql`${t.id} = 1`),
    check('report_rules_hide_after', sql`${t.hideAfter} between 0 and 1000`),
    check('report_rules_hide_share', sql`${t.hideShare} between 0 and 100`),
  ],
)

/** Every saved version is a row: the newest is in force, all of them are the history (`admin.md §2`). */
export const idleRedirects = pgTable(
  'idle_redirects',
  {
    id: identity(),
    /** Seconds. */
    idleRedirectTime: integer('idle_redirect_time').notNull(),
    idleRedirectUrl: text('idle_redirect_url').notNull(),
    isActive: boolean('is_active').notNull(),
    createdAt: createdAt(),
  },
  (t) => [check('idle_redirects_time', sql`${t.idleRedirectTime} between 30 and 3600`)],
)

export const backButtonRedirects = pgTable('back_button_redirects', {
  id: identity(),
  backButtonUrl: text('back_button_url').notNull(),
  isActive: boolean('is_active').notNull(),
  createdAt: createdAt(),
})

/** Redirects that visitors' browsers reported, counted a day. */
export const redirectCounts = pgTable(
  'redirect_counts',
  { day: date().notNull(), kind: text().notNull(), count: bigint({ mode: 'number' }).notNull().default(0) },
  (t) => [
    primaryKey({ name: 'redirect_counts_pkey', columns: [t.day, t.kind] }),
    check('redirect_counts_kind', sql`${t.kind} in ('idle', 'back', 'swipe')`),
  ],
)
