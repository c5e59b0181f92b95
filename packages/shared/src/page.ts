import { z } from 'zod'
import { pathId } from './ids.ts'
import { PAGE_DEFAULT, PAGE_MAX } from './limits.ts'

/**
 * What a list that comes in pages may be asked. The cursor is the id of the last entry seen; the answer's `Link` header
 * (RFC 8288) holds the address of the next page, and `X-Total-Count` the number of all entries.
 */
export const pageQuery = z.object({
  limit: pathId
    .refine((limit) => limit <= PAGE_MAX, `At most ${PAGE_MAX} entries a page`)
    .optional()
    .transform((limit) => limit ?? PAGE_DEFAULT),
  cursor: pathId.optional(),
})
export type PageQuery = z.infer<typeof pageQuery>
