import { z } from 'zod'
import { contract } from '../contract.ts'

/** What is removed after a time, each by a setting of its own (docs/decisions/030). */
export const retentionRules = ['visitors', 'addresses', 'operations', 'captured-emails'] as const
export type RetentionRule = (typeof retentionRules)[number]

/** How the site does, for the operator: what works, what waits and what failed. Days are the last 30. */
export const health = contract({
  method: 'GET',
  path: '/api/admin/health',
  response: z.object({
    /** Jobs that are due, wait, run, or were given up; seconds that the oldest one waits. */
    queue: z.object({
      due: z.number(),
      later: z.number(),
      running: z.number(),
      failed: z.number(),
      oldestDue: z.number().nullable(),
    }),
    /** What waits for the operator, `urgentReports` being some of the reports; seconds that the oldest does, and whether one should have been decided. */
    decisions: z.object({
      reports: z.number(),
      urgentReports: z.number(),
      takedowns: z.number(),
      lookAlikes: z.number(),
      /** Networks of many new visitors. */
      surges: z.number(),
      oldest: z.number().nullable(),
      isLate: z.boolean(),
      /** An urgent report is overdue. */
      isUrgentLate: z.boolean(),
    }),
    mail: z.object({
      sent: z.number(),
      /** Still to be sent, and why the last attempt of one failed, as the rest of a sentence. */
      waiting: z.number(),
      problem: z.string().nullable(),
      failed: z.number(),
      lastFailure: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
    }),
    store: z.object({ kind: z.enum(['disk', 'bucket']), isReachable: z.boolean() }),
    /** Milliseconds that it took to answer. */
    database: z.object({ ms: z.number() }),
    /** Bytes of the disk of `DATA_DIR`, and what uploads leave free; null where the system does not tell. */
    disk: z.object({ free: z.number(), total: z.number(), kept: z.number() }).nullable(),
    /** Processes that take jobs, and when the last sign of life of one came. */
    workers: z.object({ alive: z.number(), lastSeen: z.iso.datetime().nullable() }),
    lastBackup: z.iso.datetime().nullable(),
    /** Days after which each is removed, 0 for never; what the last run removed, when it ended, and when the first one was due. */
    retention: z.array(
      z.object({
        rule: z.enum(retentionRules),
        days: z.number(),
        removed: z.number(),
        lastRun: z.iso.datetime().nullable(),
        firstSeen: z.iso.datetime().nullable(),
      }),
    ),
    /** Of the process that answered. */
    version: z.string(),
    startedAt: z.iso.datetime(),
  }),
})

/** Sends an email to `OPERATOR_EMAIL` at once; `conflict` says in words why it was not sent. */
export const sendTestEmail = contract({
  method: 'POST',
  path: '/api/admin/test-email',
  status: 204,
  errors: ['conflict', 'too_many_requests'],
})
