import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'

/** New visitors per network and hour. */
export const SURGE_FROM = 300
export const SURGE_ITEMS = 5

export const surge = z
  .object({
    id: z.number(),
    /** Keyed hash, in hex. */
    network: z.string(),
    visitors: z.number(),
    since: z.iso.datetime(),
    until: z.iso.datetime(),
    /** `items` lists only the most voted. */
    votes: z.number(),
    itemCount: z.number(),
    items: z.array(z.object({ mediaId: z.number(), originalName: z.string(), votes: z.number() })),
  })
  .meta({ id: 'Surge' })
export type Surge = z.infer<typeof surge>

export const surgeDecisions = ['dismiss', 'reopen'] as const

/** Dismisses until the network's next surge, or undoes that; 409 `conflict` if already done. */
export const decideSurge = contract({
  method: 'POST',
  path: '/api/admin/surges/:surgeId',
  params: z.strictObject({ surgeId: pathId }),
  body: z.strictObject({ decision: z.enum(surgeDecisions, 'Not a decision') }),
  errors: ['not_found', 'conflict'],
})
