import { z } from 'zod'
import { contract } from '../contract.ts'
import { sortedPageQuery } from '../page.ts'
import { reportReasons } from '../visitor/reports.ts'
import { lookAlike } from './look-alikes.ts'
import { libraryItem } from './media-library.ts'
import { surge } from './surges.ts'
import { DECISION_HOURS, inTrash, reviewedTakedown } from './takedown-review.ts'
import { outlier } from './vote-review.ts'

/** Hours after which what waits is due. Urgent reports come before all else. */
export const DUE_HOURS = { report: 24, takedown: DECISION_HOURS, look_alike: DECISION_HOURS, surge: 24 }

/** Days back that outliers of the queue are looked for, and for which a dismissed one is not listed. */
export const QUEUE_OUTLIER_DAYS = 7

const waits = {
  /** The kind and of what. */
  key: z.string(),
  /** Since when it waits; of an outlier, the last of its votes. */
  openedAt: z.iso.datetime(),
  /** Null of an outlier, which nobody waits for. */
  dueAt: z.iso.datetime().nullable(),
}

/** What waits for the operator, with what it takes to decide. */
export const queueEntry = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('report'),
      ...waits,
      isUrgent: z.boolean(),
      /** It is not shown to visitors until the decision. */
      isHidden: z.boolean(),
      /** Why it was reported, the most frequent reason first. */
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
      /** The outcome as the mail to the complainant puts it, by decision; `removed`: resolved, with its item removed. */
      mailTexts: z.object({ resolved: z.string(), removed: z.string(), rejected: z.string() }),
    }),
    z.object({ kind: z.literal('outlier'), ...waits, outlier, media: libraryItem.nullable() }),
  ])
  .meta({ id: 'QueueEntry' })
export type QueueEntry = z.infer<typeof queueEntry>

/** The urgent first, then the one that is due first; outliers have pages of their own behind them. */
export const listQueue = contract({
  method: 'GET',
  path: '/api/admin/queue',
  query: sortedPageQuery.omit({ order: true }),
  response: z.array(queueEntry),
})

/** How many wait for a decision. Outliers are hints, and not counted. */
export const queueCount = contract({
  method: 'GET',
  path: '/api/admin/queue-count',
  response: z.object({ reports: z.number(), takedowns: z.number(), lookAlikes: z.number(), surges: z.number() }),
})
