import { z } from 'zod'
import { contract } from '../contract.ts'
import { idempotencyKey } from '../idempotency-key.ts'
import { SESSION_ID_LENGTH, USERNAME_MAX, USERNAME_MIN } from '../limits.ts'

/** 32 characters of the base64url alphabet, made by the browser from a cryptographic source (`visitor.md §3`). */
export const sessionId = z
  .string()
  .length(SESSION_ID_LENGTH, 'A session id has 32 characters')
  .regex(/^[\w-]+$/, 'A session id has letters, digits, - and _ only')

const countCharacters = (text: string) => [...text].length

/** Controls and the like, and the letters and signs that draw nothing. */
const UNSEEN = /[\p{C}\u115f\u1160\u2800\u3164\uffa0]|\u034f/u
/** Behind an emoji that is drawn the same without it: some keyboards write it. */
const NEEDLESS_SELECTOR = /(\p{Emoji_Presentation})\ufe0f+/gu
/** A sign that this selector makes an emoji, and a digit on its key. */
const SELECTED_EMOJI = /(?=\p{Extended_Pictographic})\p{Emoji}\ufe0f|[\d#*]\ufe0f\u20e3/gu
/** Emoji sequences that fonts draw as one sign; undefined in browsers from before 2023, where the server decides. */
const EMOJI_SEQUENCE = (() => {
  try {
    return /\p{RGI_Emoji}/gv
  } catch {
    return undefined
  }
})()
/** Indic letters with a virama, after which joiners choose how the letters combine (RFC 5892, A.1 and A.2). */
const AFTER_VIRAMA = /(\p{L}\p{M}*[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]/gu
/** Arabic letters that join the next one, such as Persian `می‌خواهم` separates (RFC 5892, A.1). */
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

const UNSEEN_TEXT = 'A username has no control or invisible characters'
const writtenName = (tidy: (text: string) => string) =>
  z
    .string()
    .max(10 * USERNAME_MAX, `A username has at most ${USERNAME_MAX} characters`)
    .transform(tidy)
    .refine((text) => countCharacters(text) >= USERNAME_MIN, `A username has at least ${USERNAME_MIN} characters`)
    .refine((text) => countCharacters(text) <= USERNAME_MAX, `A username has at most ${USERNAME_MAX} characters`)
    .refine((text) => !UNSEEN.test(withoutJoiners(text)), UNSEEN_TEXT)

/** Trimmed and normalised. Invisible characters are refused unless Unicode needs them to draw what is around them. */
export const username = writtenName(tidied).refine(isSeen, UNSEEN_TEXT)

/** What a browser remembers: a name that was allowed once, and that nobody may take any more for its selectors, counts as none. */
const rememberedName = writtenName(spaced).transform((text) => username.safeParse(text).data ?? '')

/** The visitor as they see themselves (`visitor.md §3`). */
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
    /** Where the operator has blocked them: they may look, and neither vote nor upload. */
    isBlocked: z.literal(true).optional(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof session>

/**
 * Finds or makes the visitor and sets the cookie (`visitor.md §7`). An empty username asks for a generated one. The
 * e-mail that the browser remembers is accepted and ignored: only a confirmed link saves an account. A position that it remembers
 * (`X-Position: remembered`) counts for a new visitor only: an earlier one may have moved or removed it. The code of a link in place of the session id is
 * exchanged once; with an `Idempotency-Key`, again by who has that key (docs/decisions/009). Any other id counts only if
 * the cookie names no living session (docs/decisions/002). A browser that remembers a saved account (`X-Session: saved`)
 * gets 410 `login_ended` instead of a new visitor (docs/decisions/002).
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

/**
 * The visitor whom this browser's cookie names, with what an account that is not saved would lose: a browser that keeps
 * nothing but cookies finds itself by it, and one that waits for a link learns that it was clicked. 401 `no_session`;
 * 410 `saved_elsewhere` when the account was saved in another browser (docs/decisions/002), `account_deleted` when it was
 * deleted there (docs/decisions/030).
 */
export const readSession = contract({
  method: 'GET',
  path: '/api/session',
  response: session.extend({ uploads: z.number(), votesCast: z.number() }),
  errors: ['saved_elsewhere', 'account_deleted'],
})
