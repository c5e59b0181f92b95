import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { operation } from './operations.ts'

/** Votes an item and votes a call (`admin.md §9`); an item may get up to `most` when the range is set for a run. */
export const POPULATION = { min: 10, max: 50, most: 10_000, perCall: 500, leastHot: 0.7, mostHot: 1 }

const range = (otherwise: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'Not a number of votes')
    .default(String(otherwise))
    .transform(Number)
    .refine((votes) => votes >= 1 && votes <= POPULATION.most, `An item gets 1 to ${POPULATION.most} votes`)

const populationResult = z.object({
  success: z.boolean(),
  /** There is more to do: the next call goes on. */
  paused: z.boolean(),
  message: z.string(),
  mediaProcessed: z.number(),
  totalMediaCount: z.number(),
  totalVotesInserted: z.number(),
  usersCreated: z.number(),
  /** Whole number, of the votes of this run. */
  overallHotPercentage: z.number(),
  /** Ids of the synthetic users that voted, like "12-61"; empty when none did. */
  userIdRange: z.string(),
  error: z.string().optional(),
})
export type PopulationResult = z.infer<typeof populationResult>

/** Adds votes of synthetic users to every item (`admin.md §7`), at most 500 a call; `continues` names a paused run. */
export const populateVotes = contract({
  method: 'POST',
  path: '/api/admin/populate-votes',
  query: z
    .strictObject({ minVotes: range(POPULATION.min), maxVotes: range(POPULATION.max), continues: pathId.optional() })
    .refine(({ minVotes, maxVotes }) => minVotes <= maxVotes, {
      message: 'The least number of votes is above the most',
      path: ['maxVotes'],
    }),
  response: populationResult,
  accepted: operation,
})

/** Sets the sequence of user ids to follow the highest one (`admin.md §7`). */
export const fixUserSequence = contract({
  method: 'POST',
  path: '/api/admin/fix-user-sequence',
  response: z.object({ success: z.boolean(), nextUserId: z.number(), error: z.string().optional() }),
})
