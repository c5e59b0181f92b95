import { z } from 'zod'

/**
 * Part of the body of each save: the setting as it was read before it was changed. 409 `conflict`, with both values, when
 * somebody changed it since. Left out, whatever is there is replaced.
 */
export const asRead = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional()
export type AsRead = z.infer<typeof asRead>
