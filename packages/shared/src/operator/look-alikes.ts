import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { storedMediaFacts } from '../media-facts.ts'
import { removalCauses } from './removed-items.ts'
import { reviewedTakedown } from './takedown-review.ts'

/** An upload that looks like what was taken down, and that. */
export const lookAlike = z
  .object({
    media: storedMediaFacts.extend({ userId: z.number(), username: z.string(), takenDownItems: z.number() }),
    /** Null once a reset has emptied the request. */
    takedownId: z.number().nullable(),
    /** False once the request was rejected after all, and once the removed item is allowed again. */
    isUpheld: z.boolean(),
    /** Why the item was removed; null once it is allowed again. */
    cause: z.enum(removalCauses).nullable(),
    removedName: z.string().nullable(),
    /** The removed item, while its picture is in the trash (`trashFile`). */
    trashedId: z.number().nullable(),
    removedItem: reviewedTakedown.shape.removedItem,
    /** Who had uploaded what was taken down; null once they are gone. */
    removedUserId: z.number().nullable(),
    /** What was taken down, in small: a `data:` address. Null when that is gone. */
    removedPicture: z.string().nullable(),
  })
  .meta({ id: 'LookAlike' })
export type LookAlike = z.infer<typeof lookAlike>

export const lookAlikeDecisions = ['publish', 'remove'] as const

/** Shows a waiting upload to visitors, or deletes it as taken down; 409 `conflict` when it was published before. */
export const decideLookAlike = contract({
  method: 'POST',
  path: '/api/admin/look-alikes/:mediaId',
  params: z.strictObject({ mediaId: pathId }),
  body: z.strictObject({ decision: z.enum(lookAlikeDecisions, 'Not a decision') }),
  status: 204,
  errors: ['not_found', 'conflict'],
})
