import { z } from 'zod'
import { contract } from '../contract.ts'

/** Kinds of data that are deleted after a configured number of days (docs/decisions/030). */
export const retentionRules = ['visitors', 'addresses', 'operations', 'captured-emails'] as const
export type RetentionRule = (typeof retentionRules)[number]

/** Reports the site's health. Counts over time cover the last 30 days. */
export const health = contract({
  method: 'GET',
  path: '/api/admin/health',
  response: z.object({
    /** Jobs in the queue. `oldestDue` is in seconds. */
    queue: z.object({
      due: z.number(),
      later: z.number(),
      running: z.number(),
      failed: z.number(),
      oldestDue: z.number().nullable(),
    }),
    /** Pending decisions. `reports` includes `urgentReports`, and `oldest` is in seconds. */
    decisions: z.object({
      reports: z.number(),
      urgentReports: z.number(),
      takedowns: z.number(),
      lookAlikes: z.number(),
      uploads: z.number(),
      surges: z.number(),
      oldest: z.number().nullable(),
      isLate: z.boolean(),
      isUrgentLate: z.boolean(),
    }),
    /** Null without `SMTP_URL`. */
    mail: z
      .object({
        sent: z.number(),
        /** `problem` is a phrase that says why mails are waiting. */
        waiting: z.number(),
        problem: z.string().nullable(),
        failed: z.number(),
        lastFailure: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
      })
      .nullable(),
    /** Null without `SCREENING_URL`. `failed` counts uploads of the last day that got no response in time. */
    screening: z.object({ waiting: z.number(), problem: z.string().nullable(), failed: z.number() }).nullable(),
    store: z.object({ kind: z.enum(['disk', 'bucket']), isReachable: z.boolean() }),
    /** Milliseconds. */
    database: z.object({ ms: z.number() }),
    /** Disk space in bytes; null if unknown. Uploads always leave `kept` bytes free. */
    disk: z.object({ free: z.number(), total: z.number(), kept: z.number() }).nullable(),
    workers: z.object({ alive: z.number(), lastSeen: z.iso.datetime().nullable() }),
    lastBackup: z.iso.datetime().nullable(),
    /** `days` is 0 if the data is kept forever. */
    retention: z.array(
      z.object({
        rule: z.enum(retentionRules),
        days: z.number(),
        removed: z.number(),
        lastRun: z.iso.datetime().nullable(),
        firstSeen: z.iso.datetime().nullable(),
      }),
    ),
    version: z.string(),
    startedAt: z.iso.datetime(),
  }),
})

/** Returns 409 `conflict` if sending failed. The message says why. */
export const sendTestEmail = contract({
  method: 'POST',
  path: '/api/admin/test-email',
  status: 204,
  errors: ['conflict', 'too_many_requests'],
})
