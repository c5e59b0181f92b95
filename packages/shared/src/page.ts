import { z } from 'zod'
import { pathId } from './ids.ts'
import { PAGE_DEFAULT, PAGE_MAX } from './limits.ts'

/** Query of a list in pages: the cursor is the last id, `Link` (RFC 8288) names the next page. */
export const pageQuery = z.strictObject({
  limit: pathId
    .refine((limit) => limit <= PAGE_MAX, `At most ${PAGE_MAX} entries a page`)
    .optional()
    .transform((limit) => limit ?? PAGE_DEFAULT)
    .meta({ type: 'integer', minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT, pattern: undefined }),
  cursor: pathId.optional(),
})
export type PageQuery = z.infer<typeof pageQuery>

export const sortOrder = z.enum(['asc', 'desc']).default('desc')

/** The same for sorted lists, with an opaque cursor: that of the `Link` header of the last page. */
export const sortedPageQuery = pageQuery.extend({
  cursor: z
    .string()
    // It may hold the longest name of an item, four bytes a character, in base64.
    .max(2000)
    .regex(/^[\w-]+$/, 'Not a valid cursor')
    .optional(),
  order: sortOrder,
})

const hasFilter = (value: unknown) => value !== undefined && value !== ''

/** Needs a filter or `all`, as a forgotten filter would mean everything. An empty text filters nothing. */
export const saysWhich =
  <Filter extends string>(filters: readonly Filter[]) =>
  (wanted: { [K in Filter | 'all']?: unknown }) =>
    wanted.all !== undefined || filters.some((filter) => hasFilter(wanted[filter]))

export const SAY_WHICH = 'Name a filter, or send all=true to mean every item.'

/** The calendar of the database has no year 0. */
const isStorable = (text: string) => !text.startsWith('0000')

/** A day of UTC, `yyyy-mm-dd`. */
export const day = z.iso.date('Not a date').refine(isStorable, 'Not a date')

/** A moment of UTC, `yyyy-mm-ddThh:mm:ssZ`, with any or no part of a second. */
export const moment = z.iso.datetime('Not a moment').refine(isStorable, 'Not a moment')

/** When a list was read: the header `X-List-Moment`. An order on all that a list shows leaves out what changed since. */
export const listMoment = moment.optional()

/** Search text of a list: any part of a text, without wildcards. */
export const searchText = z
  .string()
  .max(200, 'A search has at most 200 characters')
  .refine((text) => !text.includes('\0'), 'Text may not contain the character NUL.')
  .optional()
