import { z } from 'zod'
import { contract } from '../contract.ts'
import { bodyId, pathId } from '../ids.ts'
import { TAKEDOWN_MAX } from '../limits.ts'
import { pageQuery, searchText, sortOrder } from '../page.ts'
import { libraryItem } from './media-library.ts'

export const takedownStatuses = ['pending', 'reviewed', 'resolved', 'rejected'] as const
export type TakedownStatus = (typeof takedownStatuses)[number]

export const OPEN_STATUSES = ['pending', 'reviewed'] as const satisfies TakedownStatus[]
/** Allowed status changes (`admin.md §4`). */
export const TAKEDOWN_MOVES: Record<TakedownStatus, readonly TakedownStatus[]> = {
  pending: ['reviewed', 'resolved', 'rejected'],
  reviewed: ['resolved', 'rejected'],
  resolved: ['pending'],
  rejected: ['pending'],
}
/** Status changes that undo a decision and keep the due date. */
export const TAKEDOWN_UNDOS: Record<TakedownStatus, readonly TakedownStatus[]> = {
  pending: [],
  reviewed: ['pending'],
  resolved: OPEN_STATUSES,
  rejected: OPEN_STATUSES,
}

/** See `visitor.md §2`. */
export const DECISION_HOURS = 48
/** Seconds until the mail is sent. Undoing the decision before that cancels the mail. */
export const DECISION_MAIL_SECONDS = 30
const NOTES_MAX = 10_000

/** Reasons for a rejection, which the mail to the complainant explains. */
export const rejectionReasons = ['not_shown', 'incomplete', 'not_owner', 'permitted', 'own_words'] as const
export type RejectionReason = (typeof rejectionReasons)[number]
/** Characters. */
export const REJECTION_WORDS_MAX = 1000

const counterNotice = z.object({ name: z.string(), statement: z.string(), filedAt: z.iso.datetime({ offset: true }) })
export type CounterNotice = z.infer<typeof counterNotice>

export const reviewedTakedown = z
  .object({
    id: z.number(),
    status: z.enum(takedownStatuses),
    complainantName: z.string(),
    complainantEmail: z.string(),
    complainantPhone: z.string().nullable(),
    complainantAddress: z.string().nullable(),
    copyrightOwner: z.string(),
    workDescription: z.string(),
    infringementDescription: z.string(),
    /** JSON array of URLs, as text. */
    infringingUrls: z.string(),
    electronicSignature: z.string(),
    adminNotes: z.string(),
    mediaId: z.number().nullable(),
    linkedItems: z.object({ here: z.array(z.number()), removed: z.array(z.number()) }),
    removedItem: z
      .object({
        id: z.number(),
        originalName: z.string(),
        username: z.string(),
        mimeType: z.string(),
        votes: z.number(),
        removedAt: z.iso.datetime({ offset: true }),
      })
      .nullable(),
    /** Number of removed items whose uploader objected. */
    counterNotices: z.number(),
    /** Null once the request has been decided. */
    openedAt: z.iso.datetime().nullable(),
    dueAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'ReviewedTakedown' })
export type ReviewedTakedown = z.infer<typeof reviewedTakedown>
export type LinkedItems = ReviewedTakedown['linkedItems']

/** Lists takedown requests in pages, newest first by default (`admin.md §7`). */
export const listTakedowns = contract({
  method: 'GET',
  path: '/api/admin/dmca-takedowns',
  role: 'moderator',
  query: pageQuery.extend({
    status: z.enum(takedownStatuses).optional(),
    search: searchText,
    order: sortOrder,
  }),
  response: z.array(reviewedTakedown),
})

/** True if resolving the request would erase items in the trash. */
export const inTrash = { isInTrash: z.boolean() }

const pictured = { removedPicture: z.string().nullable() }

/** Returns a takedown request. `media` and `removedPicture` belong to its first item. */
export const showTakedown = contract({
  method: 'GET',
  path: '/api/admin/dmca-takedowns/:takedownId',
  role: 'moderator',
  params: z.strictObject({ takedownId: pathId }),
  response: reviewedTakedown.extend({
    media: libraryItem.nullable(),
    ...inTrash,
    ...pictured,
    items: z.array(
      z.object({
        mediaId: z.number(),
        media: libraryItem.nullable(),
        removedItem: reviewedTakedown.shape.removedItem,
        ...pictured,
        counterNotice: counterNotice.nullable(),
      }),
    ),
    /** Number of requests from this email address. Resolved requests count as `upheld`. */
    complainant: z.object({ filed: z.number(), upheld: z.number(), rejected: z.number() }),
    /** `username` is null if the account was deleted. */
    uploader: z.object({ userId: z.number(), username: z.string().nullable(), takenDownItems: z.number() }).nullable(),
  }),
  errors: ['not_found'],
})

export const takedownCounts = contract({
  method: 'GET',
  path: '/api/admin/dmca-takedown-counts',
  role: 'moderator',
  response: z.object({ pending: z.number(), reviewed: z.number(), resolved: z.number(), rejected: z.number() }),
})

const notes = z.string('Admin notes must be a text').max(NOTES_MAX, `Admin notes have at most ${NOTES_MAX} characters`)

const words = z
  .string('Your message must be text')
  .trim()
  .max(REJECTION_WORDS_MAX, `Use at most ${REJECTION_WORDS_MAX} characters`)

/**
 * Changes a request's status (`admin.md §4`, `§7`). Resolving removes its items, except the items in `keep`.
 * Another change within `DECISION_MAIL_SECONDS` cancels the mail. `undoes` is the status to undo.
 * `reason` and `words` explain a rejection in its mail.
 * Returns 409 `conflict` if the change is not allowed or the notes differ from `notesAsRead`.
 */
export const reviewTakedown = contract({
  method: 'PATCH',
  path: '/api/admin/dmca-takedowns/:takedownId',
  role: 'moderator',
  params: z.strictObject({ takedownId: pathId }),
  body: z.strictObject({
    status: z.enum(takedownStatuses, 'Not a status'),
    adminNotes: notes.optional(),
    notesAsRead: notes.optional(),
    removeMedia: z.boolean().optional(),
    keep: z.array(bodyId).max(TAKEDOWN_MAX.items).optional(),
    undoes: z.enum(takedownStatuses, 'Not a status').optional(),
    reason: z.enum(rejectionReasons, 'Not a reason').optional(),
    words: words.optional(),
  }),
  response: reviewedTakedown.extend({ isMailCancelled: z.boolean() }),
  errors: ['not_found', 'conflict'],
})

export const takedownMail = contract({
  method: 'GET',
  path: '/api/admin/dmca-takedowns/:takedownId/mail',
  role: 'moderator',
  params: z.strictObject({ takedownId: pathId }),
  query: z.strictObject({
    status: z.enum(['resolved', 'rejected']),
    removeMedia: z.enum(['true', 'false']).default('false'),
    /** Comma-separated ids. */
    keep: z
      .string()
      .regex(/^([1-9]\d{0,14}(,[1-9]\d{0,14})*)?$/, 'Not a list of ids')
      .default('')
      .transform((ids) => ids.split(',').filter(Boolean).map(Number)),
    reason: z.enum(rejectionReasons, 'Not a reason').optional(),
    words: words.optional(),
  }),
  response: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
  errors: ['not_found'],
})
