import { z } from 'zod'
import { contract } from '../contract.ts'
import { bodyId } from '../ids.ts'
import { pageQuery, sortedPageQuery } from '../page.ts'
import { operation } from './operations.ts'

export const setAsideKinds = ['voter', 'network', 'item', 'synthetic'] as const

export const OUTLIER_DAYS = [1, 7, 30] as const

/** Reasons why votes stand out. The first four concern voters; the others concern an item. */
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

export const OUTLIER_BOUNDS = {
  burstVotes: 60,
  /** Median gap between votes in milliseconds. If it is shorter, the voter cannot have looked at the items. */
  lookMs: 700,
  pacedVotes: 20,
  /** Share of a voter's votes that are on the same side, Hot or Not. */
  oneSide: 0.95,
  oneSideVotes: 50,
  networkVoters: 10,
  itemVotes: 20,
  /** Shares that count only if they are also at least twice the site's usual share. */
  newShare: 0.8,
  networkShare: 0.5,
  timesUsualShare: 2,
  /** Multiple of the item's earlier votes per day. */
  timesUsualRate: 10,
} as const

const network = z.string().regex(/^[0-9a-f]{32}$/, 'Not a network')

/** The unit of `measure` depends on the reason: votes, milliseconds, a share, voters or a multiple. */
export const outlier = z
  .object({
    key: z.string(),
    reason: z.enum(outlierReasons),
    /** Number of votes, multiplied by how far the bound is exceeded (at most ten times). */
    weight: z.number(),
    measure: z.number(),
    votes: z.number(),
    firstAt: z.iso.datetime(),
    lastAt: z.iso.datetime(),
    /** Id of the voter, set for the first three reasons. */
    userId: z.number().nullable(),
    username: z.string().nullable(),
    isSynthetic: z.boolean(),
    mediaId: z.number().nullable(),
    mediaName: z.string().nullable(),
    network: network.nullable(),
  })
  .meta({ id: 'Outlier' })
export type Outlier = z.infer<typeof outlier>

/** Lists outliers in pages, highest weight first. Votes that are already set aside are excluded. */
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

const outlierKey = z.string('Name the outlier').regex(/^[\w:]{1,100}$/, 'Not an outlier')

/** Hides an outlier for some days, or shows it again. */
export const dismissOutlier = contract({
  method: 'POST',
  path: '/api/admin/dismissed-outliers',
  role: 'moderator',
  body: z.strictObject({
    key: outlierKey,
    isDismissed: z.boolean('dismissed must be true or false'),
  }),
  status: 204,
})

const someVoters = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('voter'), userId: bodyId }),
  z.strictObject({ kind: z.literal('network'), network }),
  z.strictObject({
    kind: z.literal('item'),
    mediaId: bodyId,
    days: z.literal(OUTLIER_DAYS),
    /** Limits the call to voters whose latest session is from this network. */
    network: network.optional(),
    isNew: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal('synthetic') }),
])
export type SomeVoters = z.infer<typeof someVoters>

const moved = z.object({ message: z.string(), voters: z.number() })
export type VotersMoved = z.infer<typeof moved>

/** Excludes the voters' present and future votes from the totals, which are recounted in the background. */
export const setVotesAside = contract({
  method: 'POST',
  path: '/api/admin/set-votes-aside',
  role: 'moderator',
  body: someVoters,
  response: moved,
  accepted: operation,
  errors: ['busy', 'conflict', 'not_found'],
})

export const countVotesAgain = contract({
  method: 'POST',
  path: '/api/admin/count-votes-again',
  role: 'moderator',
  body: z.strictObject({ setAsideId: bodyId }),
  response: moved,
  accepted: operation,
  errors: ['busy', 'conflict', 'not_found'],
})

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

/** Lists set-aside votes in pages, newest first. */
export const listSetAsides = contract({
  method: 'GET',
  path: '/api/admin/set-asides',
  query: pageQuery,
  response: z.array(setAside),
})

export const syntheticVotes = contract({
  method: 'GET',
  path: '/api/admin/synthetic-votes',
  response: z.object({ voters: z.number(), setAside: z.number() }),
})
