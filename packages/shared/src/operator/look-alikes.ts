import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { storedMediaFacts } from '../media-facts.ts'
import { removalCauses } from './removed-items.ts'
import { reviewedTakedown } from './takedown-review.ts'

/** An upload that resembles a removed item. */
export const lookAlike = z
  .object({
    media: storedMediaFacts.extend({ userId: z.number(), username: z.string(), takenDownItems: z.number() }),
    takedownId: z.number().nullable(),
    /** False if the takedown was rejected later, or the item allowed again. */
    isUpheld: z.boolean(),
    cause: z.enum(removalCauses).nullable(),
    removedName: z.string().nullable(),
    /** Set while the removed item is in the trash. */
    trashedId: z.number().nullable(),
    removedItem: reviewedTakedown.shape.removedItem,
    /** Null if the account is gone. */
    removedUserId: z.number().nullable(),
    /** A `data:` URL; null if erased. */
    removedPicture: z.string().nullable(),
  })
  .meta({ id: 'LookAlike' })
export type LookAlike = z.infer<typeof lookAlike>

export const lookAlikeDecisions = ['publish', 'remove'] as const

/** 409 `conflict` if already published. */
export const decideLookAlike = contract({
  method: 'POST',
  path: '/api/admin/look-alikes/:mediaId',
  params: z.strictObject({ mediaId: pathId }),
  body: z.strictObject({ decision: z.enum(lookAlikeDecisions, 'Not a decision') }),
  status: 204,
  errors: ['not_found', 'conflict'],
})
