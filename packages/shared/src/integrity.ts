import { z } from 'zod'
import { contract } from './contract.ts'
import { decided, ofDecision } from './decisions.ts'
import { bodyId } from './ids.ts'
import { operation } from './operations.ts'
import { pageQuery, sortedPageQuery } from './page.ts'

/** Whose votes are set aside at once. */
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
    /** Votes that stand out: what `Set aside` takes. */
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

/** Leaves an outlier out of the queue for some days, or takes that back, with `decidedAt`. */
export const dismissOutlier = contract({
  method: 'POST',
  path: '/api/admin/dismissed-outliers',
  body: z.strictObject({
    key: outlierKey,
    isDismissed: z.boolean('Say whether it is dismissed'),
    ...ofDecision,
  }),
  response: decided,
  errors: ['conflict'],
})

type Part = 'userId' | 'mediaId' | 'network' | 'isNew' | 'days'
const NEEDED: Record<(typeof setAsideKinds)[number], Part[]> = {
  voter: ['userId'],
  network: ['network'],
  item: ['mediaId'],
  synthetic: [],
}
const ALLOWED: typeof NEEDED = { voter: ['days'], network: ['days'], item: ['network', 'isNew', 'days'], synthetic: [] }

/** Which votes to set aside. What a kind needs is required with it, and the rest is left out. */
const someVotes = z
  .strictObject({
    kind: z.enum(setAsideKinds),
    /** Of a voter. */
    userId: bodyId.optional(),
    /** Of an item. */
    mediaId: bodyId.optional(),
    /** Of a network; with an item, only those from there. */
    network: network.optional(),
    /** With an item, only those of who joined within the last days. */
    isNew: z.boolean().optional(),
    /** Only those that were cast in the last days. */
    days: z.literal(OUTLIER_DAYS).optional(),
    /** The key of the outlier that these are, which the queue leaves out until the work ends. */
    dismisses: outlierKey.optional(),
  })
  .superRefine((votes, { addIssue }) => {
    const needed = NEEDED[votes.kind]
    for (const path of needed)
      if (votes[path] === undefined) addIssue({ code: 'custom', path: [path], message: `Say which ${votes.kind}` })
    for (const path of ['userId', 'mediaId', 'network', 'isNew', 'days'] as const)
      if (votes[path] !== undefined && !needed.includes(path) && !ALLOWED[votes.kind].includes(path))
        addIssue({ code: 'custom', path: [path], message: `Not with a ${votes.kind}` })
    if (votes.isNew && votes.days === undefined)
      addIssue({ code: 'custom', path: ['days'], message: 'Say since when they are new' })
  })
export type SomeVotes = z.infer<typeof someVotes>

const moved = z.object({ message: z.string(), votes: z.number() })
export type VotesMoved = z.infer<typeof moved>

/** Takes votes out of all totals. They stay, as the voter's own, and `countVotesAgain` brings them back. */
export const setVotesAside = contract({
  method: 'POST',
  path: '/api/admin/set-votes-aside',
  body: someVotes,
  response: moved,
  accepted: operation,
  errors: ['busy', 'conflict'],
})

/** Brings votes back into all totals: those that were set aside together, or all synthetic ones. */
export const countVotesAgain = contract({
  method: 'POST',
  path: '/api/admin/count-votes-again',
  body: z
    .strictObject({ kind: z.enum(['set_aside', 'synthetic']), setAsideId: bodyId.optional() })
    .refine(({ kind, setAsideId }) => (kind === 'set_aside') === (setAsideId !== undefined), 'Say which votes'),
  response: moved,
  accepted: operation,
  errors: ['busy', 'conflict', 'not_found'],
})

/** Votes that were set aside together. */
export const setAside = z
  .object({
    id: z.number(),
    kind: z.enum(setAsideKinds),
    userId: z.number().nullable(),
    username: z.string().nullable(),
    mediaId: z.number().nullable(),
    mediaName: z.string().nullable(),
    networkLabel: z.string().nullable(),
    votes: z.number(),
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

/**
 * Votes of synthetic users, which vote population made, on items that are not in the trash: all of them, and those that are
 * set aside.
 */
export const syntheticVotes = contract({
  method: 'GET',
  path: '/api/admin/synthetic-votes',
  response: z.object({
    voters: z.number(),
    votes: z.number(),
    /** Whatever they were set aside as. */
    setAside: z.number(),
    /** As synthetic votes: these count again together. */
    setAsideTogether: z.number(),
  }),
})
