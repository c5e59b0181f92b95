import { z } from 'zod'

/** By which a request that is sent again is recognised. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/)
