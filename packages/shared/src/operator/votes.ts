import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { operation } from './operations.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Exports votes as a spreadsheet (`admin.md §7`). `operation` downloads the file of a finished export. */
export const exportVotes = contract({
  method: 'GET',
  path: '/api/admin/export-votes',
  query: z.strictObject({ operation: pathId.optional() }),
  answers: { 200: { about: 'The spreadsheet.', types: [XLSX] } },
  accepted: operation,
  errors: ['not_found'],
})

/** Result of an export. Votes set aside are in a separate sheet. `bytes` is 0 if the export was stopped. */
export type ExportResult = { operation: number; rows: number; setAside: number; sheets: number; bytes: number }

/** Limits for synthetic votes, per item and per call. `min` and `max` are only defaults (`admin.md §9`). */
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
  paused: z.boolean(),
  message: z.string(),
  mediaProcessed: z.number(),
  totalMediaCount: z.number(),
  totalVotesInserted: z.number(),
  usersCreated: z.number(),
  /** Rounded percentage of Hot votes in this run only. */
  overallHotPercentage: z.number(),
  /** Range of the voters' ids, such as "12-61"; empty if none voted. */
  userIdRange: z.string(),
  error: z.string().optional(),
})
export type PopulationResult = z.infer<typeof populationResult>

/** Adds up to 500 synthetic votes per call (`admin.md §7`). `continues` resumes a paused run. */
export const populateVotes = contract({
  method: 'POST',
  path: '/api/admin/populate-votes',
  query: z
    .strictObject({ minVotes: range(POPULATION.min), maxVotes: range(POPULATION.max), continues: pathId.optional() })
    .refine(({ minVotes, maxVotes }) => minVotes <= maxVotes, {
      message: 'The minimum is above the maximum',
      path: ['maxVotes'],
    }),
  response: populationResult,
  accepted: operation,
})

/** See `admin.md §7`. */
export const fixUserSequence = contract({
  method: 'POST',
  path: '/api/admin/fix-user-sequence',
  response: z.object({ success: z.boolean(), nextUserId: z.number(), error: z.string().optional() }),
})
