import { z } from 'zod'
import { contract } from '../contract.ts'
import { bodyId, pathId } from '../ids.ts'
import { ACCEPTED_TYPES } from '../limits.ts'
import { storedMediaFacts } from '../media-facts.ts'
import { day, FILTER_MISSING, listMoment, moment, requiresFilter, searchText, sortedPageQuery } from '../page.ts'
import { operation } from './operations.ts'
import { neverAgain, neverAgainQuery } from './removed-items.ts'

export const MEDIA_DELETE_MAX = 5000

export const mediaSorts = ['uploadedAt', 'votes', 'hot', 'views', 'size', 'name'] as const

export const mediaTypes = ['image', 'video'] as const

export const mediaStatuses = ['live', 'hidden', 'waiting', 'trashed'] as const

export const libraryItem = storedMediaFacts
  .extend({
    userId: z.number(),
    username: z.string(),
    /** Files of waiting and trashed items are not public; use `trashFile`. */
    status: z.enum(mediaStatuses),
    hotVotes: z.number(),
    notVotes: z.number(),
    totalVotes: z.number(),
    totalViews: z.number(),
    /** True if removing the item skips the trash: after an upheld takedown, or while it waits for review. */
    isForGood: z.boolean(),
  })
  .meta({ id: 'LibraryItem' })
export type LibraryItem = z.infer<typeof libraryItem>

const filters = {
  search: searchText,
  type: z.enum(mediaTypes).optional(),
  userId: pathId.optional(),
  id: pathId.optional(),
  /** Defaults to live and hidden items. */
  status: z.enum([...mediaStatuses, 'reported']).optional(),
  /** Range of upload days in UTC, both inclusive. */
  from: day.optional(),
  to: day.optional(),
  seen: z.enum(['not_yet']).optional(),
}

/** Lists media and sends `X-List-Moment`. The login page also uses this to check credentials (`admin.md §6`, `§7`). */
export const listMedia = contract({
  method: 'GET',
  path: '/api/admin/media',
  role: 'moderator',
  query: sortedPageQuery.extend({
    sort: z.enum(mediaSorts).default('uploadedAt'),
    ...filters,
  }),
  response: z.array(libraryItem),
})

export const mediaTotals = contract({
  method: 'GET',
  path: '/api/admin/media-totals',
  role: 'moderator',
  response: z.object({ totalMedia: z.number(), totalVotes: z.number(), totalViews: z.number() }),
})

/** Marks items uploaded up to this moment as seen, so they no longer match `seen=not_yet`. */
export const mediaSeen = contract({
  method: 'POST',
  path: '/api/admin/media-seen',
  role: 'moderator',
  body: z.strictObject({ until: moment }),
  status: 204,
})

export const removalCounts = contract({
  method: 'GET',
  path: '/api/admin/removal-counts',
  role: 'moderator',
  query: z.strictObject({ ...filters, moment: listMoment }),
  response: z.object({ toTrash: z.number(), forGood: z.number() }),
})
export type RemovalCounts = z.infer<typeof removalCounts.response>

/** Moves an item to the trash (`admin.md §7`). */
export const removeMedia = contract({
  method: 'DELETE',
  path: '/api/admin/media/:mediaId',
  role: 'moderator',
  params: z.strictObject({ mediaId: pathId }),
  query: z.strictObject({ neverAgain: neverAgainQuery }),
  status: 204,
  errors: ['not_found'],
})

/** Removes several items, continuing after failures. Items that were already deleted are errors. */
export const removeManyMedia = contract({
  method: 'POST',
  path: '/api/admin/delete-media',
  role: 'moderator',
  body: z.strictObject({
    mediaIds: z
      .array(bodyId)
      .min(1, 'No items are selected')
      .max(MEDIA_DELETE_MAX, `At most ${MEDIA_DELETE_MAX} items at once`),
    neverAgain,
  }),
  response: z.object({
    message: z.string(),
    deleted: z.array(z.number()),
    errors: z.array(z.object({ id: z.number(), reason: z.string() })),
    /** Start of the removal, which `restoreManyMedia` accepts as `since`. */
    since: z.string(),
  }),
  accepted: operation,
})
export type MediaRemoval = z.infer<typeof removeManyMedia.response>

export const matchingMedia = z.strictObject({ ...filters, userId: bodyId.optional(), id: bodyId.optional() })

/** Removes all items that matched at `moment`, or match now if it is omitted. Requires a filter or `all`. */
export const removeMatchingMedia = contract({
  method: 'POST',
  path: '/api/admin/delete-matching-media',
  role: 'moderator',
  body: matchingMedia
    .extend({ moment: listMoment, all: z.literal(true).optional(), neverAgain })
    .refine(requiresFilter(['search', 'type', 'userId', 'id', 'status', 'from', 'to', 'seen']), FILTER_MISSING),
  response: removeManyMedia.response,
  accepted: operation,
})

/** An item in the trash. Its files are not public, so use `trashFile`. */
export const trashedItem = libraryItem
  .omit({ url: true, displayUrl: true, srcset: true, thumbnailUrl: true, isForGood: true, status: true })
  .extend({
    trashedBy: z.enum(['operator', 'owner']),
    trashedAt: z.iso.datetime(),
    erasedAt: z.iso.datetime(),
    /** True if the item cannot be uploaded again, even after it is erased. */
    isBarred: z.boolean(),
  })
  .meta({ id: 'TrashedItem' })
export type TrashedItem = z.infer<typeof trashedItem>

const trashFilters = { search: searchText, trashedBy: z.enum(['operator', 'owner']).optional() }
/** `since` selects items that were moved to the trash at or after that time. */
export const matchingTrash = z.strictObject({ ...trashFilters, userId: bodyId.optional(), since: moment.optional() })

/** Lists the trash in pages, latest deletion first. */
export const listTrash = contract({
  method: 'GET',
  path: '/api/admin/trash',
  role: 'moderator',
  query: sortedPageQuery.omit({ order: true }).extend(trashFilters),
  response: z.array(trashedItem),
})

/** Serves files of items that are in the trash or waiting for review. */
export const trashFile = contract({
  method: 'GET',
  path: '/api/admin/trash/:mediaId/:variant',
  role: 'moderator',
  params: z.strictObject({ mediaId: pathId, variant: z.enum(['original', 'thumbnail']) }),
  answers: { 200: { about: 'The file.', types: Object.keys(ACCEPTED_TYPES) } },
  errors: ['not_found'],
})

/** Restores an item and reopens its undecided reports (docs/decisions/035). */
export const restoreMedia = contract({
  method: 'POST',
  path: '/api/admin/trash/:mediaId/restore',
  role: 'moderator',
  params: z.strictObject({ mediaId: pathId }),
  status: 204,
  errors: ['not_found', 'conflict', 'unavailable'],
})

export const eraseMedia = contract({
  method: 'DELETE',
  path: '/api/admin/trash/:mediaId',
  role: 'moderator',
  params: z.strictObject({ mediaId: pathId }),
  query: z.strictObject({ neverAgain: neverAgainQuery }),
  status: 204,
  errors: ['not_found'],
})

/** Erases all items that matched at `moment`, or match now if it is omitted. Requires a filter or `all`. */
export const emptyTrash = contract({
  method: 'POST',
  path: '/api/admin/empty-trash',
  role: 'moderator',
  query: z
    .strictObject(trashFilters)
    .extend({ moment: listMoment, all: z.literal('true').optional(), neverAgain: neverAgainQuery })
    .refine(requiresFilter(['search', 'trashedBy']), FILTER_MISSING),
  response: z.object({ message: z.string(), erased: z.number() }),
  accepted: operation,
})
export type TrashEmptied = z.infer<typeof emptyTrash.response>

/** Restores items. Requires ids, a filter or `all`. Filters apply to the trash as it was at `moment`. */
export const restoreManyMedia = contract({
  method: 'POST',
  path: '/api/admin/restore-media',
  role: 'moderator',
  body: matchingTrash
    .extend({
      moment: listMoment,
      mediaIds: z.array(bodyId).min(1).max(MEDIA_DELETE_MAX).optional(),
      all: z.literal(true).optional(),
    })
    .refine(requiresFilter(['search', 'trashedBy', 'userId', 'mediaIds']), FILTER_MISSING),
  response: z.object({
    message: z.string(),
    restored: z.number(),
    errors: z.array(z.object({ id: z.number(), reason: z.string() })),
  }),
  accepted: operation,
})
export type MediaRestored = z.infer<typeof restoreManyMedia.response>
