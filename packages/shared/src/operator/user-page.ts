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

/** All that the operator's page of a user begins with. */
export const shownUser = listedUser
  .extend({
    /** Since when they may not vote, upload or report. */
    blockedAt: z.iso.datetime().nullable(),
    /** Their votes count in no total. */
    isSetAside: z.boolean(),
    /** Those on what is there. */
    votes: z.number(),
    /** Where they are logged in now. */
    sessions: z.number(),
    /** Takedown requests about what they uploaded. */
    takedowns: z.number(),
    /** What they reported, and what others reported of theirs. */
    reports: z.number(),
  })
  .meta({ id: 'ShownUser' })
export type ShownUser = z.infer<typeof shownUser>

export const readUser = contract({ method: 'GET', path: '/api/admin/users/:userId', ...ofUser, response: shownUser })

/** One vote of a user. */
export const userVote = z
  .object({
    /** The item. */
    ...mediaFacts.pick({ id: true, url: true, thumbnailUrl: true, mimeType: true, placeholder: true, backdrop: true })
      .shape,
    originalName: z.string(),
    isHot: z.boolean(),
    votedAt: z.iso.datetime(),
  })
  .meta({ id: 'UserVote' })
export type UserVote = z.infer<typeof userVote>

/** What a user rated, the newest items first, in pages: `X-Total-Count` and `Link`. What was deleted is left out. */
export const listUserVotes = contract({
  method: 'GET',
  path: '/api/admin/users/:userId/votes',
  ...ofUser,
  query: pageQuery,
  response: z.array(userVote),
})

/** Sessions, takedown requests and reports of a user are told up to so many, the latest. */
export const LATEST_OF_USER = 100

/** Where a user is logged in: at most `LATEST_OF_USER`, those seen last. */
export const listUserSessions = contract({
  method: 'GET',
  path: '/api/admin/users/:userId/sessions',
  ...ofUser,
  response: z.array(
    z.object({
      createdAt: z.iso.datetime(),
      /** Up to ten minutes before they really were. */
      seenAt: z.iso.datetime(),
      /** Four characters by which a network is recognised in a list, and not found. */
      network: z.string().nullable(),
    }),
  ),
})

/** An item that the operator may look for. */
const soughtItem = z
  .object({
    mediaId: z.number(),
    originalName: z.string(),
    /** Where the operator finds it; null once it is gone for good. */
    place: z.enum(['library', 'trash']).nullable(),
  })
  .meta({ id: 'SoughtItem' })
export type SoughtItem = z.infer<typeof soughtItem>

/** Takedown requests about what a user uploaded, the newest `LATEST_OF_USER`. */
export const listUserTakedowns = contract({
  method: 'GET',
  path: '/api/admin/users/:userId/takedowns',
  ...ofUser,
  response: z.array(
    z.object({
      id: z.number(),
      status: z.enum(takedownStatuses),
      workDescription: z.string(),
      /** Null where nothing is left of it. */
      item: soughtItem.nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
})

/** A report by a user, or about what they uploaded. */
export const userReport = z
  .object({
    id: z.number(),
    ...soughtItem.shape,
    reason: z.enum(reportReasons),
    /** Who reported it; null once they are gone. */
    reporter: z.object({ userId: z.number(), username: z.string() }).nullable(),
    createdAt: z.iso.datetime(),
    /** When the operator decided, or the item was deleted. */
    settledAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'UserReport' })
export type UserReport = z.infer<typeof userReport>

/** What a user reported and what was reported of theirs, the newest `LATEST_OF_USER`. */
export const listUserReports = contract({
  method: 'GET',
  path: '/api/admin/users/:userId/reports',
  ...ofUser,
  response: z.array(userReport),
})

/** Gives a user another name, by the rules of their own. */
export const renameUser = contract({
  method: 'PATCH',
  path: '/api/admin/users/:userId',
  params: ofUser.params,
  body: z.strictObject({ username }),
  status: 204,
  errors: ['not_found', 'username_taken'],
})

/** From now on they may look, and neither vote nor upload: those calls answer 403 `blocked`. */
export const blockUser = contract({ method: 'POST', path: '/api/admin/users/:userId/block', ...ofUser, status: 204 })

/** They may vote and upload again. */
export const unblockUser = contract({
  method: 'POST',
  path: '/api/admin/users/:userId/unblock',
  ...ofUser,
  status: 204,
})
