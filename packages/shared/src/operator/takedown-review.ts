import { z } from 'zod'
import { contract } from '../contract.ts'
import { bodyId, pathId } from '../ids.ts'
import { TAKEDOWN_MAX } from '../limits.ts'
import { pageQuery, searchText, sortOrder } from '../page.ts'
import { libraryItem } from './media-library.ts'

export const takedownStatuses = ['pending', 'reviewed', 'resolved', 'rejected'] as const
export type TakedownStatus = (typeof takedownStatuses)[number]

/** Requests with these wait for a decision. */
export const OPEN_STATUSES = ['pending', 'reviewed'] as const satisfies TakedownStatus[]
/** From which status to which others a request may go (`admin.md §4`). */
export const TAKEDOWN_MOVES: Record<TakedownStatus, readonly TakedownStatus[]> = {
  pending: ['reviewed', 'resolved', 'rejected'],
  reviewed: ['resolved', 'rejected'],
  resolved: ['pending'],
  rejected: ['pending'],
}
/** Where taking a decision back may lead: to what the request was before, and to when it was due then. */
export const TAKEDOWN_UNDOS: Record<TakedownStatus, readonly TakedownStatus[]> = {
  pending: [],
  reviewed: ['pending'],
  resolved: OPEN_STATUSES,
  rejected: OPEN_STATUSES,
}

/** Hours in which a decision is promised, at the latest (`visitor.md §2`). */
export const DECISION_HOURS = 48
/** Seconds that the complainant's mail waits; taking the decision back within them cancels the mail. */
export const DECISION_MAIL_SECONDS = 30
const NOTES_MAX = 10_000

/** A rights holder's claim as the operator sees it (`admin.md §3`). */
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
    /** A JSON array of addresses, as a text. */
    infringingUrls: z.string(),
    electronicSignature: z.string(),
    adminNotes: z.string(),
    /** The first linked item that is still here. */
    mediaId: z.number().nullable(),
    /** Ids of all linked items, in the order in which the request names them. */
    linkedItems: z.object({ here: z.array(z.number()), removed: z.array(z.number()) }),
    /** The first linked item that was deleted. */
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
    /** Since when it waits, and until when a decision is promised; null once it is decided. */
    openedAt: z.iso.datetime().nullable(),
    dueAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'ReviewedTakedown' })
export type ReviewedTakedown = z.infer<typeof reviewedTakedown>
export type LinkedItems = ReviewedTakedown['linkedItems']

/** The newest first, unless `order` says otherwise, in pages: `X-Total-Count` and `Link` (`admin.md §7`). */
export const listTakedowns = contract({
  method: 'GET',
  path: '/api/admin/dmca-takedowns',
  query: pageQuery.extend({
    status: z.enum(takedownStatuses).optional(),
    search: searchText,
    order: sortOrder,
  }),
  response: z.array(reviewedTakedown),
})

/** What was deleted while the request was about it may still be in the trash: to resolve the request deletes it for good. */
export const inTrash = { isInTrash: z.boolean() }

/** Of a deleted item, in small: a `data:` address. Null for a video. */
const pictured = { removedPicture: z.string().nullable() }

/** One request with the items in question; `media` and `removedPicture` are of the first one. */
export const showTakedown = contract({
  method: 'GET',
  path: '/api/admin/dmca-takedowns/:takedownId',
  params: z.strictObject({ takedownId: pathId }),
  response: reviewedTakedown.extend({
    media: libraryItem.nullable(),
    ...inTrash,
    ...pictured,
    /** Every linked item, at most `TAKEDOWN_MAX.items`. */
    items: z.array(
      z.object({
        mediaId: z.number(),
        media: libraryItem.nullable(),
        removedItem: reviewedTakedown.shape.removedItem,
        ...pictured,
      }),
    ),
    /** All requests of this mail address, this one included; upheld ones are resolved. */
    complainant: z.object({ filed: z.number(), upheld: z.number(), rejected: z.number() }),
    /** Of the item in question, as far as it is known; `username` is null when the account is gone. */
    uploader: z.object({ userId: z.number(), username: z.string().nullable(), takenDownItems: z.number() }).nullable(),
  }),
  errors: ['not_found'],
})

/** How many requests have each status. */
export const takedownCounts = contract({
  method: 'GET',
  path: '/api/admin/dmca-takedown-counts',
  response: z.object({ pending: z.number(), reviewed: z.number(), resolved: z.number(), rejected: z.number() }),
})

const notes = z.string('Admin notes must be a text').max(NOTES_MAX, `Admin notes have at most ${NOTES_MAX} characters`)

/**
 * Changes the status of a request (`admin.md §4`, `§7`). 409 `conflict`: the change is not allowed, or it would overwrite newer notes;
 * `notesAsRead` are the notes that the operator saw. Resolving may remove the items, except those in `keep`. Resolving and
 * rejecting mail the complainant after `DECISION_MAIL_SECONDS`; an earlier change cancels the mail (`isMailCancelled`). `undoes` names
 * the status to take back: the request keeps its due date. Taken-down content stays as decided until the next decision.
 */
export const reviewTakedown = contract({
  method: 'PATCH',
  path: '/api/admin/dmca-takedowns/:takedownId',
  params: z.strictObject({ takedownId: pathId }),
  body: z.strictObject({
    status: z.enum(takedownStatuses, 'Not a status'),
    adminNotes: notes.optional(),
    notesAsRead: notes.optional(),
    removeMedia: z.boolean().optional(),
    keep: z.array(bodyId).max(TAKEDOWN_MAX.items).optional(),
    undoes: z.enum(takedownStatuses, 'Not a status').optional(),
  }),
  response: reviewedTakedown.extend({ isMailCancelled: z.boolean() }),
  errors: ['not_found', 'conflict'],
})

/** The mail that resolving or rejecting would send now. */
export const takedownMail = contract({
  method: 'GET',
  path: '/api/admin/dmca-takedowns/:takedownId/mail',
  params: z.strictObject({ takedownId: pathId }),
  query: z.strictObject({
    status: z.enum(['resolved', 'rejected']),
    removeMedia: z.enum(['true', 'false']).default('false'),
    /** Ids of the items to leave in place, with commas. */
    keep: z
      .string()
      .regex(/^([1-9]\d{0,14}(,[1-9]\d{0,14})*)?$/, 'Not a list of ids')
      .default('')
      .transform((ids) => ids.split(',').filter(Boolean).map(Number)),
  }),
  response: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
  errors: ['not_found'],
})
