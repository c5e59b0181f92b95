import { z } from 'zod'
import { moment } from './page.ts'

/**
 * What a decision of the operator is known by: when it was made, to the microsecond. Null when it was none that can be taken
 * back.
 */
export const decided = z.object({ decidedAt: z.iso.datetime().nullable() }).meta({ id: 'Decided' })
export type Decided = z.infer<typeof decided>

/**
 * Part of a body that takes a decision back: `decidedAt` as its answer had it. 409 `conflict` when that was taken back or made
 * anew meanwhile. Left out, the last one is taken back, whoever made it.
 */
export const ofDecision = { decidedAt: moment.optional() }
