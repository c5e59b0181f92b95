import { z } from 'zod'
import { contract } from '../contract.ts'
import { bodyId, pathId } from '../ids.ts'
import { storedMediaFacts } from '../media-facts.ts'
import { listMoment, SAY_WHICH, saysWhich, searchText, sortedPageQuery } from '../page.ts'
import { operation } from './operations.ts'
import { neverAgain, neverAgainQuery } from './removed-items.ts'

/** Items of one removal. */
export const MEDIA_DELETE_MAX = 5000

export const mediaSorts = ['uploadedAt', 'votes', 'hot', 'views', 'size', 'name'] as const
export const mediaTypes = ['image', 'video'] as const

/** One item as the operator sees it (`admin.md §3`). */
export const libraryItem = storedMediaFacts
  .extend({
    userId: z.number(),
    username: z.string(),
    hotVotes: z.number(),
    notVotes: z.number(),
    totalVotes: z.number(),
    totalViews: z.number(),
    /** A takedown about it was upheld: its removal cannot be undone. */
    isForGood: z.boolean(),
  })
  .meta({ id: 'LibraryItem' })
export type LibraryItem = z.infer<typeof libraryItem>

const filters = {
  search: searchText,
  type: z.enum(mediaTypes).optional(),
  /** Only what this visitor uploaded. */
  userId: pathId.optional(),
  /** One item alone. */
  id: pathId.optional(),
}

/** Also the check of a login (`admin.md §6`, `§7`). In pages: `X-Total-Count`, `X-List-Moment` and `Link`. */
export const listMedia = contract({
  method: 'GET',
  path: '/api/admin/media',
  query: sortedPageQuery.extend({
    sort: z.enum(mediaSorts).default('uploadedAt'),
    ...filters,
  }),
  response: z.array(libraryItem),
})

/** Over the whole collection, for the cards (`admin.md §2`). */
export const mediaTotals = contract({
  method: 'GET',
  path: '/api/admin/media-totals',
  response: z.object({ totalMedia: z.number(), totalVotes: z.number(), totalViews: z.number() }),
})

/** Of all that a list showed with these filters at a moment: how many removals could be undone, and how many could not. */
export const removalCounts = contract({
  method: 'GET',
  path: '/api/admin/removal-counts',
  query: z.strictObject({ ...filters, moment: listMoment }),
  response: z.object({ toTrash: z.number(), forGood: z.number() }),
})
export type RemovalCounts = z.infer<typeof removalCounts.response>

/** Removes any item, with its votes, views and files (`admin.md §7`). The operator can bring it back for some days. */
export const removeMedia = contract({
  method: 'DELETE',
  path: '/api/admin/media/:mediaId',
  params: z.strictObject({ mediaId: pathId }),
  query: z.strictObject({ neverAgain: neverAgainQuery }),
  status: 204,
  errors: ['not_found'],
})

/** The same for many, one after the other; one that fails does not stop the others. One that is gone already counts as deleted. */
export const removeManyMedia = contract({
  method: 'POST',
  path: '/api/admin/delete-media',
  body: z.strictObject({
    mediaIds: z
      .array(bodyId)
      .min(1, 'No items are selected')
      .max(MEDIA_DELETE_MAX, `At most ${MEDIA_DELETE_MAX} items at once`),
    neverAgain,
  }),
  response: z.object({
    message: z.string(),
    /** Those of the named items that are gone. */
    deleted: z.array(z.number()),
    /** Those of them that somebody else had deleted before: whoever takes this removal back does not mean them. */
    alreadyGone: z.array(z.number()).default([]),
    errors: z.array(z.object({ id: z.number(), reason: z.string() })),
  }),
  accepted: operation,
})
export type MediaRemoval = z.infer<typeof removeManyMedia.response>

/** The filters of a list, without its order. */
export const matchingMedia = z.strictObject({ ...filters, userId: bodyId.optional(), id: bodyId.optional() })

/** Removes all that the filters showed at a moment, or now. `all` is needed without a filter. */
export const removeMatchingMedia = contract({
  method: 'POST',
  path: '/api/admin/delete-matching-media',
  body: matchingMedia
    .extend({ moment: listMoment, all: z.literal(true).optional(), neverAgain })
    .refine(saysWhich(['search', 'type', 'userId', 'id']), SAY_WHICH),
  /** `deleted` is empty: the message says how many. */
  response: removeManyMedia.response,
  accepted: operation,
})
