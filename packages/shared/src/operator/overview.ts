import { z } from 'zod'
import { contract } from '../contract.ts'

const activityDay = z
  .object({
    day: z.iso.date(),
    hotVotes: z.number(),
    notVotes: z.number(),
    uploads: z.number(),
    /** Total number of idle, back-button and swipe-back redirects. */
    redirects: z.number(),
  })
  .meta({ id: 'ActivityDay' })
export type ActivityDay = z.infer<typeof activityDay>

const decisions = z.object({
  waiting: z.number(),
  /** Age in seconds, or zero if none is waiting. */
  oldest: z.number(),
})

export const overview = contract({
  method: 'GET',
  path: '/api/admin/overview',
  response: z.object({
    /** The last 90 UTC days, oldest first. */
    days: z.array(activityDay),
    totals: z.object({
      media: z.number(),
      hotVotes: z.number(),
      notVotes: z.number(),
    }),
    decisions: z.object({
      urgentReports: decisions,
      otherReports: decisions,
      takedowns: decisions,
      lookAlikes: decisions,
      /** Number of uploads in review, not counting look-alikes. */
      uploads: decisions,
      surges: decisions,
    }),
    queues: z.object({
      waitingJobs: z.number(),
      /** Number of jobs that have no attempts left. */
      failedJobs: z.number(),
      /** Number of mails that were rejected or given up on in the last 30 days. */
      lostMails: z.number(),
    }),
  }),
})
