import { z } from 'zod'
import { contract } from '../contract.ts'
import { bodyId, networkId, pathId } from '../ids.ts'
import { storedMediaFacts } from '../media-facts.ts'
import { sortedPageQuery } from '../page.ts'
import { reportDecisions, reportReasons } from '../visitor/reports.ts'
import { libraryItem } from './media-library.ts'
import { removalCauses } from './removed-items.ts'
import { DECISION_HOURS, inTrash, reviewedTakedown } from './takedown-review.ts'
import { screening, uploader } from './upload-review.ts'
import { outlier } from './vote-review.ts'

/** Minimum number of new visitors from a network within an hour that counts as a surge. */
export const SURGE_FROM = 300
export const SURGE_ITEMS = 5

export const surge = z
  .object({
    id: z.number(),
    /** Keyed hash of the network, in hex. */
    network: z.string(),
    visitors: z.number(),
    since: z.iso.datetime(),
    until: z.iso.datetime(),
    /** Total number of votes. `items` lists only the items with the most votes. */
    votes: z.number(),
    itemCount: z.number(),
    items: z.array(z.object({ mediaId: z.number(), originalName: z.string(), votes: z.number() })),
  })
  .meta({ id: 'Surge' })
export type Surge = z.infer<typeof surge>

export const surgeDecisions = ['dismiss', 'reopen'] as const

/** Dismisses a surge until the network's next one, or reopens it. Returns 409 `conflict` if already done. */
export const decideSurge = contract({
  method: 'POST',
  path: '/api/admin/surges/:surgeId',
  role: 'moderator',
  params: z.strictObject({ surgeId: pathId }),
  body: z.strictObject({ decision: z.enum(surgeDecisions, 'Not a decision') }),
  errors: ['not_found', 'conflict'],
})

/** An upload that resembles a removed item. */
export const lookAlike = z
  .object({
    media: storedMediaFacts.extend({ userId: z.number(), username: z.string(), takenDownItems: z.number() }),
    screening: screening.nullable(),
    takedownId: z.number().nullable(),
    /** False if the takedown was rejected later or the item was allowed again. */
    isUpheld: z.boolean(),
    cause: z.enum(removalCauses).nullable(),
    removedName: z.string().nullable(),
    /** Id of the removed item while it is in the trash. */
    trashedId: z.number().nullable(),
    removedItem: reviewedTakedown.shape.removedItem,
    /** Null if the account was deleted. */
    removedUserId: z.number().nullable(),
    /** Picture as a `data:` URL; null if it has been erased. */
    removedPicture: z.string().nullable(),
  })
  .meta({ id: 'LookAlike' })
export type LookAlike = z.infer<typeof lookAlike>

export const lookAlikeDecisions = ['publish', 'remove'] as const

/** Publishes or removes a look-alike. Returns 409 `conflict` if it has already been published. */
export const decideLookAlike = contract({
  method: 'POST',
  path: '/api/admin/look-alikes/:mediaId',
  role: 'moderator',
  params: z.strictObject({ mediaId: pathId }),
  body: z.strictObject({ decision: z.enum(lookAlikeDecisions, 'Not a decision') }),
  status: 204,
  errors: ['not_found', 'conflict'],
})

/** Hours within which to decide. Urgent reports are listed first, regardless of their due time. */
export const DUE_HOURS = {
  report: 24,
  takedown: DECISION_HOURS,
  look_alike: DECISION_HOURS,
  upload: DECISION_HOURS,
  surge: 24,
}

/** Number of days to search for outliers, and to hide a dismissed outlier. */
export const QUEUE_OUTLIER_DAYS = 7

export const queueKinds = ['report', 'takedown', 'look_alike', 'surge', 'outlier'] as const

/** History of the uploader; null without an item. */
const history = {
  uploader: uploader
    .extend({
      /** Number of reports on the uploader's items, including settled reports. */
      reports: z.number(),
      isBlocked: z.boolean(),
      /** Keyed hash of the latest network, in hex. */
      network: networkId.nullable(),
    })
    .meta({ id: 'UploaderHistory' })
    .nullable(),
}
export type UploaderHistory = NonNullable<z.infer<typeof history.uploader>>

const waits = {
  key: z.string(),
  /** Time when the entry was opened, or the time of the last vote for an outlier. */
  openedAt: z.iso.datetime(),
  /** Null for outliers. */
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
      ...history,
    }),
    z.object({ kind: z.literal('look_alike'), ...waits, lookAlike, ...history }),
    z.object({ kind: z.literal('surge'), ...waits, surge }),
    z.object({
      kind: z.literal('takedown'),
      ...waits,
      takedown: reviewedTakedown,
      ...inTrash,
      media: libraryItem.nullable(),
      ...history,
      /** `removed` is the mail sent if the request is resolved and its items are removed. */
      mailTexts: z.object({ resolved: z.string(), removed: z.string(), rejected: z.string() }),
    }),
    z.object({ kind: z.literal('outlier'), ...waits, outlier, media: libraryItem.nullable() }),
  ])
  .meta({ id: 'QueueEntry' })
export type QueueEntry = z.infer<typeof queueEntry>

/** Lists urgent entries first, then by due date. Outliers have separate pages and are not in `X-Total-Count`. */
export const listQueue = contract({
  method: 'GET',
  path: '/api/admin/queue',
  role: 'moderator',
  query: sortedPageQuery.omit({ order: true }).extend({ kind: z.enum(queueKinds).optional() }),
  response: z.array(queueEntry),
})

/** Maximum number of items per call. */
export const DECISIONS_MAX = 100

/** Decides on reported items and look-alikes, each in its own transaction. `reopen` undoes `keep` for reports. */
export const decideQueued = contract({
  method: 'POST',
  path: '/api/admin/queue/decisions',
  role: 'moderator',
  body: z.strictObject({
    mediaIds: z
      .array(bodyId)
      .min(1, 'No items are selected')
      .max(DECISIONS_MAX, `At most ${DECISIONS_MAX} items at once`),
    decision: z.enum(reportDecisions, 'Not a decision'),
  }),
  /** `error` explains why the decision failed; null if it succeeded. */
  response: z.object({ results: z.array(z.object({ mediaId: z.number(), error: z.string().nullable() })) }),
})

/** Counts pending entries, except outliers. `uploads` are in upload review and do not include look-alikes. */
export const queueCount = contract({
  method: 'GET',
  path: '/api/admin/queue-count',
  role: 'moderator',
  response: z.object({
    reports: z.number(),
    takedowns: z.number(),
    lookAlikes: z.number(),
    surges: z.number(),
    uploads: z.number(),
  }),
})
