import { z } from 'zod'
import { contract } from './contract.ts'
import { pathId } from './ids.ts'
import { isHidden, isWaiting, storedMediaFacts } from './media-facts.ts'
import { pageQuery } from './page.ts'
import { tally } from './rating.ts'

/** One of the visitor's own items and how it does (`visitor.md §3`). */
export const mediaStats = tally
  .extend({ ...storedMediaFacts.shape, isWaiting, isHidden, totalViews: z.number() })
  .meta({ id: 'MediaStats' })
export type MediaStats = z.infer<typeof mediaStats>

/** The totals are those of all own items; `mediaStats` is one page of them, the newest first (`visitor.md §3`). */
export const userStats = contract({
  method: 'GET',
  path: '/api/users/:userId/stats',
  params: z.object({ userId: pathId }),
  query: pageQuery,
  response: z.object({
    totalUploads: z.number(),
    totalVotes: z.number(),
    totalViews: z.number(),
    mediaStats: z.array(mediaStats),
  }),
  errors: ['not_yours'],
})

/** Votes on one own item, a day of the database's clock (UTC): the last 30 days, the oldest first, today the last. */
export const votesPerDay = contract({
  method: 'GET',
  path: '/api/media/:mediaId/votes-per-day',
  params: z.object({ mediaId: pathId }),
  response: z.array(z.object({ day: z.iso.date(), hot: z.number(), not: z.number() })),
  errors: ['not_yours', 'not_found'],
})

/** What the visitor rated since a moment; `comparable` are the votes on items that others see one way, `agreed` those like most of them. */
export const ratingsSince = contract({
  method: 'GET',
  path: '/api/users/:userId/ratings',
  params: z.object({ userId: pathId }),
  query: z.object({ since: z.iso.datetime() }),
  response: z.object({ total: z.number(), hot: z.number(), comparable: z.number(), agreed: z.number() }),
  errors: ['not_yours'],
})
