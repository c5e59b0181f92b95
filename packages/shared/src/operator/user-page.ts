import { z } from 'zod'
import { contract } from '../contract.ts'
import { pathId } from '../ids.ts'
import { mediaFacts } from '../media-facts.ts'
import { pageQuery } from '../page.ts'
import { reportReasons } from '../visitor/reports.ts'
import { username } from '../visitor/sessions.ts'
import { takedownStatuses } from './takedown-review.ts'
import { listedUser } from './users.ts'

const ofUser = { params: z.strictObject({ userId: pathId }), errors: ['not_found'] } as const

export const shownUser = listedUser
  .extend({
    blockedAt: z.iso.datetime().nullable(),
    isSetAside: z.boolean(),
    votes: z.number(),
    sessions: z.number(),
    takedowns: z.number(),
    /** Number of reports by the user and about the user's uploads. */
    reports: z.number(),
  })
  .meta({ id: 'ShownUser' })
export type ShownUser = z.infer<typeof shownUser>

export const readUser = contract({
  method: 'GET',
  path: '/api/admin/users/:userId',
  role: 'moderator',
  ...ofUser,
  response: shownUser,
})

export const userVote = z
  .object({
    ...mediaFacts.pick({ id: true, url: true, thumbnailUrl: true, mimeType: true, placeholder: true, backdrop: true })
      .shape,
    originalName: z.string(),
    isHot: z.boolean(),
    votedAt: z.iso.datetime(),
  })
  .meta({ id: 'UserVote' })
export type UserVote = z.infer<typeof userVote>

/** Lists the user's votes in pages, newest item first. */
export const listUserVotes = contract({
  method: 'GET',
  path: '/api/admin/users/:userId/votes',
  role: 'moderator',
  ...ofUser,
  query: pageQuery,
  response: z.array(userVote),
})

export const LATEST_OF_USER = 100

/** Lists up to `LATEST_OF_USER` of the user's sessions, most recently seen first. */
export const listUserSessions = contract({
  method: 'GET',
  path: '/api/admin/users/:userId/sessions',
  role: 'moderator',
  ...ofUser,
  response: z.array(
    z.object({
      createdAt: z.iso.datetime(),
      /** Time the session was last seen, accurate to ten minutes. */
      seenAt: z.iso.datetime(),
      /** A hash that sessions from the same network share, but that does not reveal the network. */
      network: z.string().nullable(),
    }),
  ),
})

const soughtItem = z
  .object({
    mediaId: z.number(),
    originalName: z.string(),
    /** Null if the item was erased. */
    place: z.enum(['library', 'trash']).nullable(),
  })
  .meta({ id: 'SoughtItem' })
export type SoughtItem = z.infer<typeof soughtItem>

/** Lists up to `LATEST_OF_USER` takedown requests, newest first. */
export const listUserTakedowns = contract({
  method: 'GET',
  path: '/api/admin/users/:userId/takedowns',
  role: 'moderator',
  ...ofUser,
  response: z.array(
    z.object({
      id: z.number(),
      status: z.enum(takedownStatuses),
      workDescription: z.string(),
      /** Null if none of the request's items exist. */
      item: soughtItem.nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
})

export const userReport = z
  .object({
    id: z.number(),
    ...soughtItem.shape,
    reason: z.enum(reportReasons),
    /** Null if the account was deleted. */
    reporter: z.object({ userId: z.number(), username: z.string() }).nullable(),
    createdAt: z.iso.datetime(),
    /** Time of the decision or of the item's deletion. */
    settledAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'UserReport' })
export type UserReport = z.infer<typeof userReport>

/** Lists up to `LATEST_OF_USER` reports, newest first. */
export const listUserReports = contract({
  method: 'GET',
  path: '/api/admin/users/:userId/reports',
  role: 'moderator',
  ...ofUser,
  response: z.array(userReport),
})

export const renameUser = contract({
  method: 'PATCH',
  path: '/api/admin/users/:userId',
  role: 'moderator',
  params: ofUser.params,
  body: z.strictObject({ username }),
  status: 204,
  errors: ['not_found', 'username_taken'],
})

/** Blocked users can browse, but votes and uploads return 403 `blocked`. */
export const blockUser = contract({
  method: 'POST',
  path: '/api/admin/users/:userId/block',
  role: 'moderator',
  ...ofUser,
  status: 204,
})

export const unblockUser = contract({
  method: 'POST',
  path: '/api/admin/users/:userId/unblock',
  role: 'moderator',
  ...ofUser,
  status: 204,
})
