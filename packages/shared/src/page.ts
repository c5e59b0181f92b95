import { z } from 'zod'
import { pathId } from './ids.ts'
import { PAGE_DEFAULT, PAGE_MAX } from './limits.ts'

/** Paging parameters. `cursor` is the last id. Responses include `Link` (RFC 8288) and `X-Total-Count`. */
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

/** Paging parameters of a sorted list. `cursor` is opaque text from the `Link` header. */
export const sortedPageQuery = pageQuery.extend({
  cursor: z
    .string()
    // The limit fits the longest item name in base64.
    .max(2000)
    .regex(/^[\w-]+$/, 'Not a valid cursor')
    .optional(),
  order: sortOrder,
})

const hasFilter = (value: unknown) => value !== undefined && value !== ''

/** Requires a filter or `all`, so that forgetting the filter does not match everything. */
export const requiresFilter =
  <Filter extends string>(filters: readonly Filter[]) =>
  (wanted: { [K in Filter | 'all']?: unknown }) =>
    wanted.all !== undefined || filters.some((filter) => hasFilter(wanted[filter]))

export const FILTER_MISSING = 'Name a filter, or send all=true to mean every item.'

/** PostgreSQL cannot store the year 0. */
const isStorable = (text: string) => !text.startsWith('0000')

/** A UTC day, `yyyy-mm-dd`. */
export const day = z.iso.date('Not a date').refine(isStorable, 'Not a date')

/** A UTC time, optionally with fractions of a second. */
export const moment = z.iso.datetime('Invalid date and time').refine(isStorable, 'Invalid date and time')

/** Value of `X-List-Moment`; bulk actions skip items added or changed later. */
export const listMoment = moment.optional()

/** Text for a case-insensitive substring search without wildcards. */
export const searchText = z
  .string()
  .max(200, 'A search has at most 200 characters')
  .refine((text) => !text.includes('\0'), 'Text must not contain NUL characters.')
  .optional()
