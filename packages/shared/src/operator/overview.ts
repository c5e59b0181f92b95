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

export const overview = contract({
  method: 'GET',
  path: '/api/admin/overview',
  response: z.object({
    /** The last 30 UTC days, oldest first. */
    days: z.array(activityDay),
    totals: z.object({
      media: z.number(),
      hotVotes: z.number(),
      notVotes: z.number(),
    }),
    queues: z.object({
      pendingUploads: z.number(),
      waitingJobs: z.number(),
      /** Jobs without attempts left. */
      failedJobs: z.number(),
      /** Includes `urgentReports`. */
      reports: z.number(),
      urgentReports: z.number(),
      pendingTakedowns: z.number(),
      waitingLookAlikes: z.number(),
      /** Uploads in review, without look-alikes. */
      waitingUploads: z.number(),
      /** Mails rejected or given up in the last 30 days. */
      lostMails: z.number(),
    }),
  }),
})
