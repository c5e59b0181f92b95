import { z } from 'zod'
import { contract } from '../contract.ts'
import { bodyId, pathId } from '../ids.ts'
import { storedMediaFacts } from '../media-facts.ts'
import { sortedPageQuery } from '../page.ts'
import { DECLINE_NOTE_MAX, declineReasons } from '../visitor/declined.ts'
import { neverAgain } from './removed-items.ts'
import { defineSetting, savedVersion } from './settings.ts'

export const reviewModes = ['off', 'new_uploaders', 'everything'] as const

/** Number of live uploads after which a visitor's uploads no longer need a review. */
export const APPROVALS = { default: 3, min: 1, max: 100 }

/** Default score threshold from 0 to 1, and limits of the labels (docs/screening.md). */
export const SCREENING = { default: 0.8, labels: 20, labelLength: 60 }
export const unscreenedModes = ['wait', 'publish'] as const

const uploadReviewValues = z.object({
  mode: z.enum(reviewModes).default('off'),
  approvals: z.number().default(APPROVALS.default),
  /** True if saved accounts never count as new uploaders. */
  trustsSaved: z.boolean().default(false),
  /** Uploads with this score or higher wait for review. */
  threshold: z.number().default(SCREENING.default),
  unscreened: z.enum(unscreenedModes).default('wait'),
})

export const uploadReviewForm = z.object({
  mode: z.enum(reviewModes, 'Unknown review setting'),
  approvals: z
    .number('The number of approved uploads must be a number')
    .min(APPROVALS.min, `The number of approved uploads must be ${APPROVALS.min} or more`)
    .max(APPROVALS.max, `The number of approved uploads must be at most ${APPROVALS.max}`)
    .int('The number of approved uploads must be a whole number'),
  trustsSaved: z.boolean('Trust must be true or false'),
  threshold: z
    .number('The score must be a number')
    .min(0, 'The score must be 0 or more')
    .max(1, 'The score must be at most 1'),
  unscreened: z.enum(unscreenedModes, 'Not a mode for uploads without a score'),
})

/** Values other than `mode` can be omitted to keep their current setting. */
export const uploadReviewSetting = defineSetting({
  name: 'upload-review',
  path: '/api/admin/upload-review-config',
  form: uploadReviewForm.partial({ approvals: true, trustsSaved: true, threshold: true, unscreened: true }),
  values: uploadReviewValues,
  /** `isScreened` is true if `SCREENING_URL` is set. */
  setting: uploadReviewValues.extend({ ...savedVersion, isScreened: z.boolean() }).meta({ id: 'UploadReviewRules' }),
})

/** Uploads with the cause `screening` are not listed until the screening service has responded or failed. */
export const waitCauses = ['new_uploader', 'everything', 'look_alike', 'screening', 'flagged', 'not_screened'] as const

/** Response of the screening service. Unknown fields are ignored. */
export const screening = z.object({
  score: z.number().min(0).max(1),
  labels: z
    .array(
      z
        .string()
        .trim()
        .max(SCREENING.labelLength)
        .regex(/^\P{C}+$/u),
    )
    .max(SCREENING.labels)
    .default([]),
})
export type Screening = z.infer<typeof screening>

export const uploader = z.object({
  userId: z.number(),
  username: z.string(),
  isSaved: z.boolean(),
  since: z.iso.datetime(),
  /** Number of the uploader's live uploads. */
  approved: z.number(),
  declined: z.number(),
  /** Number of items that are in the trash or barred from being uploaded again. */
  removed: z.number(),
})

export const waitingUpload = storedMediaFacts
  .extend({
    why: z.enum(waitCauses),
    screening: screening.nullable(),
    /** Number of reports made before the item's approval was undone. */
    reports: z.number(),
    uploader,
  })
  .meta({ id: 'WaitingUpload' })
export type WaitingUpload = z.infer<typeof waitingUpload>

export const REVIEW_PAGE = 60

/** Lists waiting uploads, first the reported and then the oldest ones. Their files are not public; use `trashFile`. */
export const listWaitingUploads = contract({
  method: 'GET',
  path: '/api/admin/review',
  role: 'moderator',
  query: z.strictObject({
    limit: pathId
      .refine((limit) => limit <= REVIEW_PAGE, `At most ${REVIEW_PAGE} entries a page`)
      .optional()
      .transform((limit) => limit ?? REVIEW_PAGE)
      .meta({ type: 'integer', minimum: 1, maximum: REVIEW_PAGE, default: REVIEW_PAGE, pattern: undefined }),
    cursor: sortedPageQuery.shape.cursor,
  }),
  response: z.array(waitingUpload),
})

export const reviewDecisions = ['approve', 'decline', 'reopen'] as const

/** `taken_down` pictures were removed elsewhere and stay hidden. `gone` items were deleted or never in review. */
export const reviewOutcomes = ['done', 'already_approved', 'already_declined', 'taken_down', 'gone'] as const

/** Decides on waiting items. `reopen` undoes a decision. `reason` and the fields after it apply only to `decline`. */
export const decideUploads = contract({
  method: 'POST',
  path: '/api/admin/review/decisions',
  role: 'moderator',
  body: z.strictObject({
    mediaIds: z.array(bodyId).min(1, 'No items are selected').max(REVIEW_PAGE, `At most ${REVIEW_PAGE} items at once`),
    decision: z.enum(reviewDecisions, 'Not a decision'),
    reason: z.enum(declineReasons, 'Not a reason').default('other'),
    note: z.string().trim().max(DECLINE_NOTE_MAX, `A note has at most ${DECLINE_NOTE_MAX} characters`).optional(),
    neverAgain,
  }),
  response: z.object({
    results: z.array(z.object({ mediaId: z.number(), outcome: z.enum(reviewOutcomes) })),
  }),
})
