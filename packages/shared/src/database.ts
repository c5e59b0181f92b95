import { z } from 'zod'
import { contract } from './contract.ts'
import { operation } from './operations.ts'

/** Milliseconds that the database took, as every answer of a test tells (`admin.md §4`). */
const ms = z.number()

/** The four tests carry no credentials (`admin.md §7`): they say nothing that an outsider could use. */
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

/** The totals of `admin.md §3`. */
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

/** No e-mail, no votes, fewer than 2 views (`admin.md §9`) and no uploads. */
export const countInactive = contract({
  method: 'GET',
  path: '/api/admin/inactive-accounts-count',
  response: z.object({ inactiveUsers: z.number(), percentage: z.number(), totalUsers: z.number() }),
})

export const purgeInactive = contract({
  method: 'POST',
  path: '/api/admin/purge-inactive-accounts',
  response: z.object({ message: z.string(), deletedCount: z.number(), remainingUsers: z.number() }),
  accepted: operation,
})
export type PurgeResult = z.infer<typeof purgeInactive.response>

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

/** `imported` counts items, the others files: an item of ours has up to three. */
export const importMedia = contract({
  method: 'POST',
  path: '/api/admin/import-media',
  response: z.object({
    message: z.string(),
    imported: z.number(),
    /** Files that are known already, and those in `errors`. */
    skipped: z.number(),
    /** Why files were refused; the first hundred. */
    errors: z.array(z.object({ key: z.string(), reason: z.string() })),
    totalFiles: z.number(),
  }),
  accepted: operation,
})
export type ImportResult = z.infer<typeof importMedia.response>
