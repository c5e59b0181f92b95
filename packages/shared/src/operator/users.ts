import { z } from 'zod'
import { contract } from '../contract.ts'
import { networkId } from '../ids.ts'
import { day, searchText, sortedPageQuery } from '../page.ts'
import { operation } from './operations.ts'

export const userSorts = [
  'username',
  'email',
  'location',
  'activity',
  'lastLoginAt',
  'loginCount',
  'createdAt',
] as const
/** Groups of users. `saved` users have a confirmed address; `synthetic` users were created to populate votes. */
export const userGroups = ['active', 'inactive', 'saved', 'synthetic', 'blocked'] as const
export const LAST_DAYS = [1, 7, 30, 90] as const
export const FIRST_YEAR = 2016

export const listedUser = z
  .object({
    id: z.number(),
    username: z.string(),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    totalUploads: z.number(),
    totalVotes: z.number(),
    totalViews: z.number(),
    takenDownItems: z.number(),
    loginCount: z.number(),
    lastLoginAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    isSynthetic: z.boolean(),
    isBlocked: z.boolean(),
    isDeleted: z.boolean(),
  })
  .meta({ id: 'ListedUser' })
export type ListedUser = z.infer<typeof listedUser>

const plain = (min: number, max: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .optional()

/** Lists users in pages (`admin.md §7`). Days are in UTC. */
export const listUsers = contract({
  method: 'GET',
  path: '/api/admin/users',
  role: 'moderator',
  query: sortedPageQuery.extend({
    sort: z.enum(userSorts).default('createdAt'),
    search: searchText,
    group: z.enum(userGroups).optional(),
    dateField: z.enum(['createdAt', 'lastLoginAt']).default('createdAt'),
    lastDays: plain(1, 9999, 'Not a number of days'),
    year: plain(1970, 9999, 'Not a year'),
    /** Month from 1 to 12. Matches this month in every year if `year` is missing. */
    month: plain(1, 12, 'Not a month'),
    /** Range of days, both inclusive. */
    from: day.optional(),
    to: day.optional(),
    /** Limits the list to users with a session from this network in the last 30 days. */
    network: networkId.optional(),
  }),
  response: z.array(listedUser),
})

/** Returns totals of users and uploads. Active users have uploaded or voted (`admin.md §2`). */
export const userTotals = contract({
  method: 'GET',
  path: '/api/admin/user-totals',
  role: 'moderator',
  response: z.object({ totalUsers: z.number(), activeUsers: z.number(), totalUploads: z.number() }),
})

/** Counts users with no email, votes or uploads and fewer than 2 views (`admin.md §9`). */
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
