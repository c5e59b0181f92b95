import { z } from 'zod'
import { contract } from '../contract.ts'
import { sortedPageQuery } from '../page.ts'
import { reportReasons } from '../visitor/reports.ts'
import { lookAlike } from './look-alikes.ts'
import { libraryItem } from './media-library.ts'
import { surge } from './surges.ts'
import { DECISION_HOURS, inTrash, reviewedTakedown } from './takedown-review.ts'
import { outlier } from './vote-review.ts'

/** Urgent reports sort first regardless. */
export const DUE_HOURS = { report: 24, takedown: DECISION_HOURS, look_alike: DECISION_HOURS, surge: 24 }

/** Days in which the queue looks for outliers and hides dismissed ones. */
export const QUEUE_OUTLIER_DAYS = 7

const waits = {
  key: z.string(),
  /** An outlier's last vote. */
  openedAt: z.iso.datetime(),
  /** Null for an outlier. */
  dueAt: z.iso.datetime().nullable(),
}

export const queueEntry = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('report'),
      ...waits,
      isUrgent: z.boolean(),
      isHidden: z.boolean(),
      reasons: z.array(z.object({ reason: z.enum(reportReasons), count: z.number() })),
      media: libraryItem,
    }),
    z.object({ kind: z.literal('look_alike'), ...waits, lookAlike }),
    z.object({ kind: z.literal('surge'), ...waits, surge }),
    z.object({
      kind: z.literal('takedown'),
      ...waits,
      takedown: reviewedTakedown,
      ...inTrash,
      media: libraryItem.nullable(),
      /** `removed` means resolved with the item removed. */
      mailTexts: z.object({ resolved: z.string(), removed: z.string(), rejected: z.string() }),
    }),
    z.object({ kind: z.literal('outlier'), ...waits, outlier, media: libraryItem.nullable() }),
  ])
  .meta({ id: 'QueueEntry' })
export type QueueEntry = z.infer<typeof queueEntry>

/** Urgent first, then by due date; outliers have pages of their own. */
export const listQueue = contract({
  method: 'GET',
  path: '/api/admin/queue',
  query: sortedPageQuery.omit({ order: true }),
  response: z.array(queueEntry),
})

/** Excludes outliers. */
export const queueCount = contract({
  method: 'GET',
  path: '/api/admin/queue-count',
  response: z.object({ reports: z.number(), takedowns: z.number(), lookAlikes: z.number(), surges: z.number() }),
})
