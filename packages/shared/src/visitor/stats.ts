import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { isChecking, isHidden, isWaiting, storedMediaFacts } from '../media-facts.ts'
import { moment, pageQuery } from '../page.ts'
import { takedownNotice } from './counter-notices.ts'
import { declined } from './declined.ts'
import { tally } from './rating.ts'

/** See `visitor.md §3`. */
export const mediaStats = tally
  .extend({
    ...storedMediaFacts.shape,
    isWaiting,
    isChecking,
    isHidden,
    declined: declined.nullable(),
    totalViews: z.number(),
  })
  .meta({ id: 'MediaStats' })
export type MediaStats = z.infer<typeof mediaStats>

/** The visitor's statistics. Totals cover all items, while `mediaStats` is one page (`visitor.md §3`). */
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
    /** The newest removals by takedowns, on the first page only. */
    notices: z.array(takedownNotice),
  }),
  errors: ['not_yours'],
})

const days = z.array(z.object({ day: z.iso.date(), hot: z.number(), not: z.number() }))

/** Votes on an item in each of the last 30 UTC days, oldest first. */
export const votesPerDay = contract({
  method: 'GET',
  path: '/api/media/:mediaId/votes-per-day',
  params: z.object({ mediaId: pathId }),
  response: days,
  errors: ['not_yours', 'not_found'],
})

export const allVotesPerDay = contract({
  method: 'GET',
  path: '/api/users/:userId/votes-per-day',
  params: z.object({ userId: pathId }),
  response: days,
  errors: ['not_yours'],
})

/** Returns the news since the previous visit. `newsSeen` marks it as seen (`docs/decisions/014`). */
export const statsNews = contract({
  method: 'GET',
  path: '/api/users/:userId/news',
  params: z.object({ userId: pathId }),
  response: z.object({
    /** End of the previous visit, or null during the first visit. */
    since: z.iso.datetime().nullable(),
    until: z.iso.datetime(),
    newVotes: z.number(),
    newHot: z.number(),
    /** The item most reliably rated Hot, or null if there are no Hot votes. */
    best: mediaStats.nullable(),
  }),
  errors: ['not_yours'],
})

/** Marks the news as seen. A visit ends `VISIT_MS` after the last call. */
export const newsSeen = contract({
  method: 'POST',
  path: '/api/users/:userId/news-seen',
  params: z.object({ userId: pathId }),
  body: z.object({ until: moment }),
  status: 204,
  errors: ['not_yours'],
})

/** `comparable` counts rated items on which others are not tied; `agreed` counts votes that match their majority. */
export const ratingsSince = contract({
  method: 'GET',
  path: '/api/users/:userId/ratings',
  params: z.object({ userId: pathId }),
  query: z.object({ since: moment }),
  response: z.object({ total: z.number(), hot: z.number(), comparable: z.number(), agreed: z.number() }),
  errors: ['not_yours'],
})
