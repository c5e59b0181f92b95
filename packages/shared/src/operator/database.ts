import { z } from 'zod'
import { contract } from '../contract.ts'
import { operation } from './operations.ts'

const total = z.number()

export const resetDatabase = contract({
  method: 'POST',
  path: '/api/admin/reset-database',
  response: z.object({
    message: z.string(),
    deleted: z.object({ users: total, media: total, votes: total, views: total }),
  }),
  accepted: operation,
})
export type ResetResult = z.infer<typeof resetDatabase.response>

/** Milliseconds (`admin.md §4`). */
const ms = z.number()

/** These four tests are public (`admin.md §7`), so they reveal nothing sensitive. */
export const testConnection = contract({
  method: 'GET',
  path: '/api/db-test/connection',
  response: z.object({ success: z.literal(true), message: z.string(), ms }),
})

export const testSchema = contract({
  method: 'GET',
  path: '/api/db-test/schema',
  response: z.object({ success: z.literal(true), tables: z.array(z.string()), ms }),
})

export const testCounts = contract({
  method: 'GET',
  path: '/api/db-test/counts',
  response: z.object({
    success: z.literal(true),
    totalUsers: z.number(),
    totalMedia: z.number(),
    totalVotes: z.number(),
    totalViews: z.number(),
    ms,
  }),
})

export const testQueries = contract({
  method: 'GET',
  path: '/api/db-test/queries',
  response: z.object({
    success: z.literal(true),
    queries: z.array(z.object({ name: z.string(), ms })),
    ms,
  }),
})
