import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'

/** New visitors of one network within an hour: from which number on the operator is told. */
export const SURGE_FROM = 300
/** Items of a surge that are named, those with the most votes first. */
export const SURGE_ITEMS = 5

/** Many new visitors of one network within an hour, and their votes. */
export const surge = z
  .object({
    id: z.number(),
    /** Keyed hash of the network, in hex. */
    network: z.string(),
    visitors: z.number(),
    /** The hour in which they came. */
    since: z.iso.datetime(),
    until: z.iso.datetime(),
    /** All votes that they cast, and the number of items. */
    votes: z.number(),
    itemCount: z.number(),
    items: z.array(z.object({ mediaId: z.number(), originalName: z.string(), votes: z.number() })),
  })
  .meta({ id: 'Surge' })
export type Surge = z.infer<typeof surge>

export const surgeDecisions = ['dismiss', 'reopen'] as const

/** Takes a network out of the queue until another hour with as many new visitors, or takes that back; 409 `conflict` when that was done before. */
export const decideSurge = contract({
  method: 'POST',
  path: '/api/admin/surges/:surgeId',
  params: z.strictObject({ surgeId: pathId }),
  body: z.strictObject({ decision: z.enum(surgeDecisions, 'Not a decision') }),
  errors: ['not_found', 'conflict'],
})
