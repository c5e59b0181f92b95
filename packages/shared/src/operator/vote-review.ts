import { z } from 'zod'
import { contract } from '../contract.ts'
import { bodyId } from '../ids.ts'
import { pageQuery, sortedPageQuery } from '../page.ts'
import { operation } from './operations.ts'

/** Which voters are set aside together. */
export const setAsideKinds = ['voter', 'network', 'item', 'synthetic'] as const

/** Days back that the search for outliers offers; the middle one unless asked otherwise. */
export const OUTLIER_DAYS = [1, 7, 30] as const

/** Why votes stand out. The first three tell of one voter, the last three of one item. */
export const outlierReasons = [
  'burst',
  'fast',
  'one_side',
  'network',
  'item_new_voters',
  'item_network',
  'item_rate',
] as const
export type OutlierReason = (typeof outlierReasons)[number]

/** From where on votes stand out. */
export const OUTLIER_BOUNDS = {
  /** Votes of one voter within one minute. */
  burstVotes: 60,
  /** Milliseconds: who takes less from one vote to the next, half of the time, has not looked. */
  lookMs: 700,
  /** Votes from which on the gaps between them tell something. */
  pacedVotes: 20,
  /** Share of one answer, and votes from which on it tells something. */
  oneSide: 0.95,
  oneSideVotes: 50,
  /** Voters behind one network. */
  networkVoters: 10,
  /** Votes on one item from which on it is looked at. */
  itemVotes: 20,
  /** Share of an item's votes that come from new voters, and from one network; each also twice what is usual on the site. */
  newShare: 0.8,
  networkShare: 0.5,
  timesUsualShare: 2,
  /** Times the votes a day that the item had before. */
  timesUsualRate: 10,
} as const

const network = z.string().regex(/^[0-9a-f]{32}$/, 'Not a network')

/** One row of the screen. What a `measure` counts depends on the reason: votes, milliseconds, a share, voters, or times. */
export const outlier = z
  .object({
    /** The reason and of whom. */
    key: z.string(),
    reason: z.enum(outlierReasons),
    /** Votes times how many times the bound is exceeded, at most ten. */
    weight: z.number(),
    measure: z.number(),
    /** Votes that stand out. */
    votes: z.number(),
    firstAt: z.iso.datetime(),
    lastAt: z.iso.datetime(),
    /** The voter, of the first three reasons. */
    userId: z.number().nullable(),
    username: z.string().nullable(),
    isSynthetic: z.boolean(),
    mediaId: z.number().nullable(),
    mediaName: z.string().nullable(),
    network: network.nullable(),
  })
  .meta({ id: 'Outlier' })
export type Outlier = z.infer<typeof outlier>

/** The heaviest first, in pages (`Link`). Votes that are set aside are not looked at. */
export const listOutliers = contract({
  method: 'GET',
  path: '/api/admin/outliers',
  query: sortedPageQuery.omit({ order: true }).extend({
    days: z
      .enum(OUTLIER_DAYS.map((days) => `${days}` as const))
      .default(`${OUTLIER_DAYS[1]}`)
      .transform(Number),
    reason: z.enum(outlierReasons).optional(),
  }),
  response: z.array(outlier),
})

const outlierKey = z.string('Say which outlier').regex(/^[\w:]{1,100}$/, 'Not an outlier')

/** Leaves an outlier out of the queue for some days, or takes that back. */
export const dismissOutlier = contract({
  method: 'POST',
  path: '/api/admin/dismissed-outliers',
  body: z.strictObject({
    key: outlierKey,
    isDismissed: z.boolean('Say whether it is dismissed'),
  }),
  status: 204,
})

/** Which voters to set aside, with all of their votes. */
const someVoters = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('voter'), userId: bodyId }),
  z.strictObject({ kind: z.literal('network'), network }),
  /** Voters on an item in the last days. */
  z.strictObject({
    kind: z.literal('item'),
    mediaId: bodyId,
    days: z.literal(OUTLIER_DAYS),
    /** Only those who came from there last. */
    network: network.optional(),
    /** Only those who joined in these days. */
    isNew: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal('synthetic') }),
])
export type SomeVoters = z.infer<typeof someVoters>

const moved = z.object({ message: z.string(), voters: z.number() })
export type VotersMoved = z.infer<typeof moved>

/** Takes all votes of voters out of the totals, later ones too, until `countVotesAgain`. The recount takes its time. */
export const setVotesAside = contract({
  method: 'POST',
  path: '/api/admin/set-votes-aside',
  body: someVoters,
  response: moved,
  accepted: operation,
  errors: ['busy', 'conflict', 'not_found'],
})

/** Lets voters count again who were set aside together. */
export const countVotesAgain = contract({
  method: 'POST',
  path: '/api/admin/count-votes-again',
  body: z.strictObject({ setAsideId: bodyId }),
  response: moved,
  accepted: operation,
  errors: ['busy', 'conflict', 'not_found'],
})

/** Voters who were set aside together. */
export const setAside = z
  .object({
    id: z.number(),
    kind: z.enum(setAsideKinds),
    userId: z.number().nullable(),
    username: z.string().nullable(),
    mediaId: z.number().nullable(),
    mediaName: z.string().nullable(),
    networkLabel: z.string().nullable(),
    voters: z.number(),
    createdAt: z.iso.datetime(),
    countedAgainAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SetAside' })
export type SetAside = z.infer<typeof setAside>

/** What was set aside, the newest first, in pages. */
export const listSetAsides = contract({
  method: 'GET',
  path: '/api/admin/set-asides',
  query: pageQuery,
  response: z.array(setAside),
})

/** Voters that vote population made, and how many of them are set aside. */
export const syntheticVotes = contract({
  method: 'GET',
  path: '/api/admin/synthetic-votes',
  response: z.object({ voters: z.number(), setAside: z.number() }),
})
