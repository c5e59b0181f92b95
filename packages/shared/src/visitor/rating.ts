import { z } from 'zod'
import { contract, proofHeaders } from '../contract.ts'
import { bodyId, pathId } from '../ids.ts'
import { EXCLUDE_MAX } from '../limits.ts'
import { mediaFacts } from '../media-facts.ts'

/** Votes on an item. The percentages add up to 100, or are both 0 if there are no votes. */
export const tally = z
  .object({
    totalVotes: z.number(),
    hotPercentage: z.number(),
    notPercentage: z.number(),
  })
  .meta({ id: 'Tally' })
export type Tally = z.infer<typeof tally>

export const ratingItem = tally
  .extend({
    ...mediaFacts.shape,
    uploadedBy: z.string(),
    userHasVoted: z.boolean(),
  })
  .meta({ id: 'RatingItem' })
export type RatingItem = z.infer<typeof ratingItem>

/** See `docs/decisions/034`. */
export const sharedItem = ratingItem
  .extend({
    isOwn: z.boolean(),
    /** Null until the visitor has voted. */
    votedHot: z.boolean().nullable(),
  })
  .meta({ id: 'SharedItem' })
export type SharedItem = z.infer<typeof sharedItem>

/** First item of the page. `userId` is null if there is no session (`docs/decisions/011`). */
export const firstItem = z.object({ userId: z.number().nullable(), item: ratingItem })
export type FirstItem = z.infer<typeof firstItem>

/** Returns a visible item that the visitor has neither rated nor uploaded (`visitor.md §7`). */
export const nextItem = contract({
  method: 'GET',
  path: '/api/media/random/:userId',
  params: z.object({ userId: pathId }),
  query: z.object({
    exclude: z
      .union([pathId.transform((id) => [id]), z.array(pathId).max(EXCLUDE_MAX)])
      .optional()
      .transform((ids) => ids ?? []),
  }),
  response: ratingItem,
  errors: ['not_yours', 'none_left'],
})

/** Returns one item. A 404 does not say why the item is missing (`docs/decisions/034`). */
export const readItem = contract({
  method: 'GET',
  path: '/api/items/:mediaId',
  params: z.object({ mediaId: pathId }),
  response: sharedItem,
  errors: ['not_found'],
})

/** Accepts one vote per visitor and item (`visitor.md §7`). */
export const castVote = contract({
  method: 'POST',
  path: '/api/votes',
  headers: proofHeaders,
  body: z.object({ userId: bodyId, mediaId: bodyId, isHot: z.boolean() }),
  response: tally,
  status: 201,
  errors: ['not_yours', 'blocked', 'proof_required', 'own_media', 'not_found', 'already_voted'],
})

/** Undoes a vote within `UNDO_MS` and returns the new totals (`docs/decisions/021`). */
export const undoVote = contract({
  method: 'DELETE',
  path: '/api/votes/:mediaId',
  params: z.object({ mediaId: pathId }),
  query: z.object({ userId: pathId }),
  response: tally,
  errors: ['not_yours', 'not_found', 'too_late'],
})

/** Records a view, which counts once per visitor and item (`visitor.md §7`). */
export const recordView = contract({
  method: 'POST',
  path: '/api/media/:mediaId/view',
  params: z.object({ mediaId: pathId }),
  body: z.object({ userId: bodyId }),
  status: 204,
  errors: ['not_yours', 'not_found'],
})
