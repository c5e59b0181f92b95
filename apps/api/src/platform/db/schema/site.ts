import { retentionRules } from '@hotvote/shared/operator/health'
import { operationKinds } from '@hotvote/shared/operator/operations'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { createdAt, identity } from './columns.ts'

/** rate-limiter-flexible requires these columns. The table is unlogged for fast writes (docs/decisions/024). */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Append-only: the highest version of each name applies (docs/decisions/018). */
export const settings = pgTable(
  'settings',
  {
    name: text().notNull(),
    /** Version number of the setting, starting at 1. */
    version: integer().notNull(),
    values: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Name of the operator. */
    actor: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'settings_pkey', columns: [t.name, t.version] }),
    check('settings_version', sql`${t.version} > 0`),
  ],
)

export const redirectCounts = pgTable(
  'redirect_counts',
  { day: date().notNull(), kind: text().notNull(), count: bigint({ mode: 'number' }).notNull().default(0) },
  (t) => [
    primaryKey({ name: 'redirect_counts_pkey', columns: [t.day, t.kind] }),
    check('redirect_counts_kind', sql`${t.kind} in ('idle', 'back', 'swipe')`),
  ],
)

/** A trigger rejects updates and deletions, except for clearing old IP addresses (docs/decisions/030). */
export const auditLog = pgTable(
  'audit_log',
  {
    id: identity(),
    event: text().notNull(),
    /** `operator`, `visitor` or `system`. */
    actor: text().notNull(),
    requestId: text('request_id'),
    /** Name of the operator. */
    operator: text(),
    context: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_log_created_at').on(t.createdAt.desc(), t.id.desc()),
    index('audit_log_event').on(t.event, t.id.desc()),
    index('audit_log_addresses').on(t.createdAt).where(sql`${t.context} ->> 'ip' is not null`),
  ],
)

/** Long-running operations started by the operator. At most one operation of each kind is open. */
export const operations = pgTable(
  'operations',
  {
    id: identity(),
    kind: text({ enum: operationKinds }).notNull(),
    status: text({ enum: ['queued', 'running', 'paused', 'done', 'failed', 'stopped'] })
      .notNull()
      .default('queued'),
    input: jsonb().notNull().default({}),
    /** Checkpoint to resume from after a pause or a crash. */
    state: jsonb().notNull().default({}),
    progress: jsonb().notNull().default({}),
    result: jsonb(),
    error: text(),
    isStopRequested: boolean('is_stop_requested').notNull().default(false),
    /** Fencing token: only the newest run may write. */
    runs: integer().notNull().default(0),
    /** Number of crashes since the operation last made progress. */
    restarts: integer().notNull().default(0),
    /** Number of interruptions by the database or media storage since the operation last made progress. */
    setbacks: integer().notNull().default(0),
    requestId: text('request_id'),
    /** Name of the operator who started it. */
    operator: text(),
    createdAt: createdAt(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('operations_one_open').on(t.kind).where(sql`${t.status} in ('queued', 'running', 'paused')`),
    index('operations_kind').on(t.kind, t.id),
    check('operations_status', sql`${t.status} in ('queued', 'running', 'paused', 'done', 'failed', 'stopped')`),
  ],
)

/** Last run of each retention rule (docs/decisions/030). */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    rule: text({ enum: retentionRules }).primaryKey(),
    /** Days until the rule applies, or 0 for never. The audit log's trigger reads the days of the address rule. */
    days: integer().notNull(),
    removed: bigint({ mode: 'number' }).notNull().default(0),
    /** Null until a run has finished. */
    ranAt: timestamp('ran_at', { withTimezone: true }),
    /** The delay of a rule is measured from this time until the rule first succeeds. */
    firstSeenAt: timestamp('first_seen_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [check('retention_runs_days', sql`${t.days} >= 0`)],
)

/** Running worker processes, listed on the operator's health page. */
export const workers = pgTable('workers', {
  id: text().primaryKey(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Number of emails sent per day. Failed emails are recorded in the audit log. */
export const mailCounts = pgTable('mail_counts', {
  day: date().primaryKey(),
  sent: bigint({ mode: 'number' }).notNull(),
})

/** Daily vote and upload counts for charts. Today's counts are computed on demand. */
export const dailyActivity = pgTable('daily_activity', {
  day: date().primaryKey(),
  hotVotes: bigint('hot_votes', { mode: 'number' }).notNull(),
  notVotes: bigint('not_votes', { mode: 'number' }).notNull(),
  uploads: bigint({ mode: 'number' }).notNull(),
})
