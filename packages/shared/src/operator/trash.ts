import { z } from 'zod'
import { contract } from '../contract.ts'
import { bodyId, pathId } from '../ids.ts'
import { ACCEPTED_TYPES } from '../limits.ts'
import { listMoment, SAY_WHICH, saysWhich, searchText, sortedPageQuery } from '../page.ts'
import { libraryItem, MEDIA_DELETE_MAX } from './media-library.ts'
import { operation } from './operations.ts'
import { neverAgainQuery } from './removed-items.ts'

/** Its files are not public; use `trashFile`. */
export const trashedItem = libraryItem
  .omit({ url: true, displayUrl: true, srcset: true, thumbnailUrl: true, isForGood: true })
  .extend({
    trashedBy: z.enum(['operator', 'owner']),
    trashedAt: z.iso.datetime(),
    erasedAt: z.iso.datetime(),
    /** Barred from new uploads, even after it is erased. */
    isBarred: z.boolean(),
  })
  .meta({ id: 'TrashedItem' })
export type TrashedItem = z.infer<typeof trashedItem>

const filters = { search: searchText, trashedBy: z.enum(['operator', 'owner']).optional() }
export const matchingTrash = z.strictObject(filters)

/** Newest deletion first, paged. */
export const listTrash = contract({
  method: 'GET',
  path: '/api/admin/trash',
  query: sortedPageQuery.omit({ order: true }).extend(filters),
  response: z.array(trashedItem),
})

export const trashFile = contract({
  method: 'GET',
  path: '/api/admin/trash/:mediaId/:variant',
  params: z.strictObject({ mediaId: pathId, variant: z.enum(['original', 'thumbnail']) }),
  answers: { 200: { about: 'The file.', types: Object.keys(ACCEPTED_TYPES) } },
  errors: ['not_found'],
})

/** Pending reports reopen (docs/decisions/035). */
export const restoreMedia = contract({
  method: 'POST',
  path: '/api/admin/trash/:mediaId/restore',
  params: z.strictObject({ mediaId: pathId }),
  status: 204,
  errors: ['not_found', 'conflict', 'unavailable'],
})

export const eraseMedia = contract({
  method: 'DELETE',
  path: '/api/admin/trash/:mediaId',
  params: z.strictObject({ mediaId: pathId }),
  query: z.strictObject({ neverAgain: neverAgainQuery }),
  status: 204,
  errors: ['not_found'],
})

/** Erases all matches at `moment`, or now. Requires a filter or `all`. */
export const emptyTrash = contract({
  method: 'POST',
  path: '/api/admin/empty-trash',
  query: matchingTrash
    .extend({ moment: listMoment, all: z.literal('true').optional(), neverAgain: neverAgainQuery })
    .refine(saysWhich(['search', 'trashedBy']), SAY_WHICH),
  response: z.object({ message: z.string(), erased: z.number() }),
  accepted: operation,
})
export type TrashEmptied = z.infer<typeof emptyTrash.response>

/** Requires ids, a filter or `all`; filters match the list at `moment`. */
export const restoreManyMedia = contract({
  method: 'POST',
  path: '/api/admin/restore-media',
  body: matchingTrash
    .extend({
      moment: listMoment,
      mediaIds: z.array(bodyId).min(1).max(MEDIA_DELETE_MAX).optional(),
      all: z.literal(true).optional(),
    })
    .refine(saysWhich(['search', 'trashedBy', 'mediaIds']), SAY_WHICH),
  response: z.object({
    message: z.string(),
    restored: z.number(),
    errors: z.array(z.object({ id: z.number(), reason: z.string() })),
  }),
  accepted: operation,
})
export type MediaRestored = z.infer<typeof restoreManyMedia.response>
