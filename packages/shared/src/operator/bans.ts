import { z } from 'zod'
import { contract } from '../contract.ts'
import { bodyId, networkId, pathId } from '../ids.ts'
import { pageQuery } from '../page.ts'

export const bannedParts = ['vote', 'upload', 'report'] as const
export type BannedPart = (typeof bannedParts)[number]

export const BAN_REASON_MAX = 200
export const BAN_PATTERN_MAX = 100

const ban = z
  .object({
    id: z.number(),
    kind: z.enum(['network', 'username', 'email_domain']),
    /** A network's hash in hex, part of a username, or an email domain. */
    target: z.string(),
    /** Activities that a network ban covers; empty for other bans. */
    parts: z.array(z.enum(bannedParts)),
    reason: z.string(),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    /** Null for a permanent ban. */
    until: z.iso.datetime().nullable(),
    isActive: z.boolean(),
    hits: z.number(),
    lastHitAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Ban' })
export type Ban = z.infer<typeof ban>

/** Lists bans in pages, newest first. Includes bans that have ended. */
export const listBans = contract({
  method: 'GET',
  path: '/api/admin/bans',
  query: z.strictObject({ ...pageQuery.shape, kind: ban.shape.kind.optional() }),
  response: z.array(ban),
})

const common = {
  reason: z
    .string('Say why')
    .trim()
    .min(1, 'Say why')
    .max(BAN_REASON_MAX, `A reason has at most ${BAN_REASON_MAX} characters`),
  /** Null for a permanent ban. */
  days: z.union([z.literal(1), z.literal(7), z.literal(30), z.null()], 'Unknown duration'),
}

const pattern = z
  .string('Enter a text')
  .trim()
  .toLowerCase()
  .min(2, 'Enter at least 2 characters')
  .max(BAN_PATTERN_MAX, `At most ${BAN_PATTERN_MAX} characters`)

/** One of these fields identifies the network: an address, a hash, or a user with a session from it. */
const network = {
  address: z.string().trim().max(100).optional(),
  network: networkId.optional(),
  userId: bodyId.optional(),
}

/** Returns 409 `conflict` if the target is already banned, and 404 if the user has no known network. */
export const addBan = contract({
  method: 'POST',
  path: '/api/admin/bans',
  body: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('network'),
      ...network,
      parts: z.array(z.enum(bannedParts)).min(1, 'Choose what to ban'),
      ...common,
    }),
    z.strictObject({ kind: z.literal('username'), pattern, ...common }),
    z.strictObject({
      kind: z.literal('email_domain'),
      pattern: pattern.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Enter a domain, such as mail.example'),
      ...common,
    }),
  ]),
  response: ban,
  status: 201,
  errors: ['not_found', 'conflict'],
})

export const liftBan = contract({
  method: 'DELETE',
  path: '/api/admin/bans/:banId',
  params: z.strictObject({ banId: pathId }),
  status: 204,
  errors: ['not_found'],
})
