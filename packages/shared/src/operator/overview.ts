import { z } from 'zod'
import { contract } from '../contract.ts'

const activityDay = z
  .object({
    day: z.iso.date(),
    hotVotes: z.number(),
    notVotes: z.number(),
    uploads: z.number(),
    /** Idle, back-button and swipe-back redirects together. */
    redirects: z.number(),
  })
  .meta({ id: 'ActivityDay' })
export type ActivityDay = z.infer<typeof activityDay>

/** How the site does, and what waits for the operator. */
export const overview = contract({
  method: 'GET',
  path: '/api/admin/overview',
  response: z.object({
    /** Days of UTC: the last 30, the oldest first, today the last. */
    days: z.array(activityDay),
    totals: z.object({
      media: z.number(),
      hotVotes: z.number(),
      notVotes: z.number(),
    }),
    queues: z.object({
      /** Whose files are not stored yet. */
      pendingUploads: z.number(),
      waitingJobs: z.number(),
      /** Tried as often as a job may be. */
      failedJobs: z.number(),
      /** Reported items that wait for a decision; `urgentReports` are some of them. */
      reports: z.number(),
      urgentReports: z.number(),
      pendingTakedowns: z.number(),
      /** Uploads that look like what was taken down. */
      waitingLookAlikes: z.number(),
      /** Of the last 30 days: refused for good, or given up. */
      lostMails: z.number(),
    }),
  }),
})
