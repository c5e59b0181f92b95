import { z } from 'zod'
import { contract } from '../contract.ts'
import { bodyId, pathId } from '../ids.ts'
import { EXCLUDE_MAX } from '../limits.ts'
import { mediaFacts } from '../media-facts.ts'

/** Votes on one item. The percentages are whole numbers that add up to 100, or 0 and 0 without votes. */
export const tally = z
  .object({
    totalVotes: z.number(),
    hotPercentage: z.number(),
    notPercentage: z.number(),
  })
  .meta({ id: 'Tally' })
export type Tally = z.infer<typeof tally>

/** The item on the stage (`visitor.md §3`, and what `docs/decisions` adds). */
export const ratingItem = tally
  .extend({
    ...mediaFacts.shape,
    uploadedBy: z.string(),
    userHasVoted: z.boolean(),
  })
  .meta({ id: 'RatingItem' })
export type RatingItem = z.infer<typeof ratingItem>

/** An item that somebody came to by its address, and what they have to do with it (`docs/decisions/034`). */
export const sharedItem = ratingItem
  .extend({
    isOwn: z.boolean(),
    /** How the caller voted; null before that. */
    votedHot: z.boolean().nullable(),
  })
  .meta({ id: 'SharedItem' })
export type SharedItem = z.infer<typeof sharedItem>

/** The item that the rate page brings along, and for whom; null for somebody without a session (`docs/decisions/011`). */
export const firstItem = z.object({ userId: z.number().nullable(), item: ratingItem })
export type FirstItem = z.infer<typeof firstItem>

/** A random visible item that the visitor has neither rated nor uploaded (`visitor.md §7`); 404 `none_left` otherwise. */
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

/** One item that is shown to visitors, by its id; 404 for any other, whatever became of it (`docs/decisions/034`). */
export const readItem = contract({
  method: 'GET',
  path: '/api/items/:mediaId',
  params: z.object({ mediaId: pathId }),
  response: sharedItem,
  errors: ['not_found'],
})

/** One vote a visitor and item (`visitor.md §7`). */
export const castVote = contract({
  method: 'POST',
  path: '/api/votes',
  body: z.object({ userId: bodyId, mediaId: bodyId, isHot: z.boolean() }),
  response: tally,
  status: 201,
  errors: ['not_yours', 'blocked', 'own_media', 'not_found', 'already_voted'],
})

/** Takes one's own vote back, within `UNDO_MS` of it, and answers with the totals without it (`docs/decisions/021`). */
export const undoVote = contract({
  method: 'DELETE',
  path: '/api/votes/:mediaId',
  params: z.object({ mediaId: pathId }),
  query: z.object({ userId: pathId }),
  response: tally,
  errors: ['not_yours', 'not_found', 'too_late'],
})

/** Counts once a visitor and item (`visitor.md §7`). */
export const recordView = contract({
  method: 'POST',
  path: '/api/media/:mediaId/view',
  params: z.object({ mediaId: pathId }),
  body: z.object({ userId: bodyId }),
  status: 204,
  errors: ['not_yours', 'not_found'],
})
