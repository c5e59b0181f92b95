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
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, identity } from './columns.ts'

/** Long work of the operator: it goes on when the tab is closed, and at most one of a kind is open. */
export const operations = pgTable(
  'operations',
  {
    id: identity(),
    kind: text({ enum: operationKinds }).notNull(),
    status: text({ enum: ['queued', 'running', 'paused', 'done', 'failed', 'stopped'] })
      .notNull()
      .default('queued'),
    /** Parameters of the request. */
    input: jsonb().notNull().default({}),
    /** Where a run goes on after a pause or a crash. */
    state: jsonb().notNull().default({}),
    progress: jsonb().notNull().default({}),
    result: jsonb(),
    error: text(),
    isStopRequested: boolean('is_stop_requested').notNull().default(false),
    /** Grows with each run: what a run writes counts only while it is the newest. */
    runs: integer().notNull().default(0),
    /** Runs that ended without a word since the work last got on. */
    restarts: integer().notNull().default(0),
    /** Runs that database or store broke off since the work last got on. */
    setbacks: integer().notNull().default(0),
    requestId: text('request_id'),
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

/** What each rule of retention did when it last ran (docs/decisions/030). */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    rule: text({ enum: retentionRules }).primaryKey(),
    /** After how many days it removes; 0: never. The trigger of the audit log reads those of the addresses. */
    days: integer().notNull(),
    /** Rows up to this id are done and never looked at again. */
    through: bigint({ mode: 'number' }).notNull().default(0),
    /** By the run that ended last, which is null before the first. */
    removed: bigint({ mode: 'number' }).notNull().default(0),
    ranAt: timestamp('ran_at', { withTimezone: true }),
    /** When it was first looked at: one that never succeeds is late from then on. */
    firstSeenAt: timestamp('first_seen_at', { withTimezone: true }).notNull().defaultNow(),
    /** Since when a process is at it. */
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
  },
  (t) => [check('retention_runs_days', sql`${t.days} >= 0`)],
)

/** Processes that take jobs, for the operator's health page. */
export const workers = pgTable('workers', {
  id: text().primaryKey(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Mails that were sent, a day; what was not delivered is in the audit log. */
export const mailCounts = pgTable('mail_counts', {
  day: date().primaryKey(),
  sent: bigint({ mode: 'number' }).notNull(),
})

/** Votes and uploads of days that are over, for the plots; today is counted when somebody looks. */
export const dailyActivity = pgTable('daily_activity', {
  day: date().primaryKey(),
  hotVotes: bigint('hot_votes', { mode: 'number' }).notNull(),
  notVotes: bigint('not_votes', { mode: 'number' }).notNull(),
  uploads: bigint({ mode: 'number' }).notNull(),
})
