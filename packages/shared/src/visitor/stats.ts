import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { isHidden, isWaiting, storedMediaFacts } from '../media-facts.ts'
import { moment, pageQuery } from '../page.ts'
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
  query: z.object(pageQuery.shape),
  response: z.object({
    totalUploads: z.number(),
    totalVotes: z.number(),
    totalViews: z.number(),
    mediaStats: z.array(mediaStats),
  }),
  errors: ['not_yours'],
})

const days = z.array(z.object({ day: z.iso.date(), hot: z.number(), not: z.number() }))

/** Votes on one own item, a day of the database's clock (UTC): the last 30 days, the oldest first, today the last. */
export const votesPerDay = contract({
  method: 'GET',
  path: '/api/media/:mediaId/votes-per-day',
  params: z.object({ mediaId: pathId }),
  response: days,
  errors: ['not_yours', 'not_found'],
})

/** The same of all own items together. */
export const allVotesPerDay = contract({
  method: 'GET',
  path: '/api/users/:userId/votes-per-day',
  params: z.object({ userId: pathId }),
  response: days,
  errors: ['not_yours'],
})

/** What happened to the visitor's items since they last looked (`docs/decisions/014`); looking is told by `newsSeen`. */
export const statsNews = contract({
  method: 'GET',
  path: '/api/users/:userId/news',
  params: z.object({ userId: pathId }),
  response: z.object({
    /** Votes after this moment are new: the end of the visit before, at most 30 days ago. Null on the first visit, when all of those days are. */
    since: z.iso.datetime().nullable(),
    /** Votes up to this moment are told. */
    until: z.iso.datetime(),
    newVotes: z.number(),
    newHot: z.number(),
    /** The item of which it is most certain that others like it; null while nobody voted Hot on any. */
    best: mediaStats.nullable(),
  }),
  errors: ['not_yours'],
})

/** The visitor has seen the news up to `until`. A visit ends when nothing is seen for `VISIT_MS`. */
export const newsSeen = contract({
  method: 'POST',
  path: '/api/users/:userId/news-seen',
  params: z.object({ userId: pathId }),
  body: z.object({ until: moment }),
  status: 204,
  errors: ['not_yours'],
})

/** What the visitor rated since a moment; `comparable` are the votes on items that others see one way, `agreed` those like most of them. */
export const ratingsSince = contract({
  method: 'GET',
  path: '/api/users/:userId/ratings',
  params: z.object({ userId: pathId }),
  query: z.object({ since: moment }),
  response: z.object({ total: z.number(), hot: z.number(), comparable: z.number(), agreed: z.number() }),
  errors: ['not_yours'],
})
