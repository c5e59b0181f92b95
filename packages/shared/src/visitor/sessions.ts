import { z } from 'zod'
import { contract } from '../contract.ts'
import { idempotencyKey } from '../idempotency-key.ts'
import { SESSION_ID_LENGTH, USERNAME_MAX, USERNAME_MIN } from '../limits.ts'

/** From the browser's secure random source (`visitor.md §3`). */
export const sessionId = z
  .string()
  .length(SESSION_ID_LENGTH, 'A session id has 32 characters')
  .regex(/^[\w-]+$/, 'A session id has letters, digits, - and _ only')

const countCharacters = (text: string) => [...text].length

/** Control characters, and letters that render blank. */
const UNSEEN = /[\p{C}\u115f\u1160\u2800\u3164\uffa0]|\u034f/u
/** Redundant variation selectors, which some keyboards add to emoji. */
const NEEDLESS_SELECTOR = /(\p{Emoji_Presentation})\ufe0f+/gu
/** Emoji that need their variation selector, keycaps included. */
const SELECTED_EMOJI = /(?=\p{Extended_Pictographic})\p{Emoji}\ufe0f|[\d#*]\ufe0f\u20e3/gu
/** Undefined in browsers before 2023; the server decides there. */
const EMOJI_SEQUENCE = (() => {
  try {
    return /\p{RGI_Emoji}/gv
  } catch {
    return undefined
  }
})()
/** Indic letters with a virama, where joiners choose the ligature (RFC 5892, A.1 and A.2). */
const AFTER_VIRAMA = /(\p{L}\p{M}*[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]/gu
/** Arabic letters separated by a non-joiner, like in Persian `می‌خواهم` (RFC 5892, A.1). */
const BETWEEN_JOINING =
  /((?=\p{L})(?![\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2-\u06d5\u06ee\u06ef])\p{Script=Arabic}\p{M}*)\u200c(?=\p{L})(?=\p{Script=Arabic})/gu
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u

const spaced = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ')
const tidied = (text: string) => spaced(text).replace(NEEDLESS_SELECTOR, '$1')
const withoutJoiners = (text: string) =>
  (EMOJI_SEQUENCE ? text.replace(EMOJI_SEQUENCE, ' ') : text.replaceAll('\u200d', ''))
    .replace(AFTER_VIRAMA, '$1')
    .replace(BETWEEN_JOINING, '$1')
const isSeen = (text: string) => !IGNORABLE.test(withoutJoiners(text).replace(SELECTED_EMOJI, ''))

const UNSEEN_TEXT = "Usernames can't contain invisible characters"
const writtenName = (tidy: (text: string) => string) =>
  z
    .string()
    .max(10 * USERNAME_MAX, `A username has at most ${USERNAME_MAX} characters`)
    .transform(tidy)
    .refine((text) => countCharacters(text) >= USERNAME_MIN, `A username has at least ${USERNAME_MIN} characters`)
    .refine((text) => countCharacters(text) <= USERNAME_MAX, `A username has at most ${USERNAME_MAX} characters`)
    .refine((text) => !UNSEEN.test(withoutJoiners(text)), UNSEEN_TEXT)

/** Refuses invisible characters, except where scripts and emoji need them. */
export const username = writtenName(tidied).refine(isSeen, UNSEEN_TEXT)

/** Stored names may break newer rules; those become empty. */
const rememberedName = writtenName(spaced).transform((text) => username.safeParse(text).data ?? '')

/** See `visitor.md §3`. */
export const session = z
  .object({
    id: z.number(),
    sessionId,
    username: z.string(),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    createdAt: z.iso.datetime(),
    /** Blocked visitors can browse, but not vote or upload. */
    isBlocked: z.literal(true).optional(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof session>

/**
 * Finds or creates the visitor and sets the cookie (`visitor.md §7`); an empty username gets a generated one.
 * The remembered email is ignored, since only a confirmed link saves an account.
 * A remembered position (`X-Position: remembered`) applies to new visitors only, since it may be outdated.
 * A link's code works once as session id; retries need its `Idempotency-Key` (docs/decisions/009).
 * The cookie's living session wins over the body; `X-Session: saved` gets 410 `login_ended` if none is left
 * (docs/decisions/002).
 */
export const openSession = contract({
  method: 'POST',
  path: '/api/session',
  headers: z.object({
    'X-Position': z.literal('remembered').optional(),
    'X-Session': z.literal('saved').optional(),
    'Idempotency-Key': idempotencyKey.optional(),
  }),
  body: z.object({
    sessionId,
    username: z.literal('').or(rememberedName),
    email: z.string().max(320).nullish(),
    latitude: z.number().min(-90).max(90).nullish(),
    longitude: z.number().min(-180).max(180).nullish(),
  }),
  response: session,
  errors: ['invalid_code', 'saved_elsewhere', 'login_ended', 'account_deleted'],
})

/** 401 `no_session`, 410 `saved_elsewhere` (docs/decisions/002) or `account_deleted` (docs/decisions/030). */
export const readSession = contract({
  method: 'GET',
  path: '/api/session',
  response: session.extend({ uploads: z.number(), votesCast: z.number() }),
  errors: ['saved_elsewhere', 'account_deleted'],
})
