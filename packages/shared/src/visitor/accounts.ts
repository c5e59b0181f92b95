import { z } from 'zod'
import { contract } from '../contract.ts'
import { EMAIL_NOT_VALID, EMAIL_REQUIRED, normalizeEmail } from '../email-address.ts'
import { emailSyntax } from '../email-syntax.ts'
import { EMAIL_MAX } from '../limits.ts'
import { sessionId } from './sessions.ts'

/** See `visitor.md §5`. */
export const emailAddress = z
  .string(EMAIL_REQUIRED)
  .trim()
  .min(1, EMAIL_REQUIRED)
  .max(EMAIL_MAX, EMAIL_NOT_VALID)
  .transform(normalizeEmail)
  .pipe(emailSyntax(EMAIL_NOT_VALID).max(EMAIL_MAX, EMAIL_NOT_VALID))
  .meta({ format: 'email' })

/** The response does not reveal whether the address has an account. */
const linkAnswer = z.object({ message: z.string() })

/** Mails a link that saves the account. `sessionId` must belong to the cookie (`visitor.md §7`). */
export const sendMagicLink = contract({
  method: 'POST',
  path: '/api/auth/send-magic-link',
  body: z.object({ email: emailAddress, username: z.string().max(1000).optional(), sessionId }),
  response: linkAnswer,
  errors: ['not_yours', 'too_many_requests'],
})

/** Mails a login link to a saved account. Needs no session (`visitor.md §7`). */
export const loginExisting = contract({
  method: 'POST',
  path: '/api/auth/login-existing',
  body: z.object({ email: emailAddress }),
  response: linkAnswer,
  errors: ['too_many_requests'],
})

/** Logs out. Also succeeds if there is no session. */
export const logOut = contract({ method: 'POST', path: '/api/auth/logout', status: 204 })

/** See `visitor.md §3`, `§7`. */
export const validateEmail = contract({
  method: 'POST',
  path: '/api/validate-email',
  body: z.object({
    email: z.string(EMAIL_REQUIRED).trim().max(1000, EMAIL_NOT_VALID),
  }),
  response: z.object({
    isValid: z.boolean(),
    errors: z.array(z.string()),
    suggestions: z.array(z.string()),
  }),
})

const LINK_PATH = '/api/auth/verify'
/** Token in a mail link: 32 bytes in base64url. */
export const linkToken = z.string().regex(/^[\w-]{43}$/)
const ledToSite = {
  about: 'To the site, with a code for `POST /api/session` or with what is wrong.',
  types: ['text/html', 'text/plain'],
} as const
const ledOn = {
  about: 'To the same call: there are so many votes that they move to the account in several.',
  types: ['text/html', 'text/plain'],
} as const

/** Opens a mail link. A browser that did not request the link gets a confirmation page (`visitor.md §7`). */
export const followLink = contract({
  method: 'GET',
  path: LINK_PATH,
  query: z.object({ token: linkToken }),
  answers: {
    200: { about: 'A page with a button that opens the link.', types: ['text/html'] },
    303: ledToSite,
    307: ledOn,
  },
  errors: ['invalid_link', 'too_many_requests'],
  errorPages: true,
})

/** Redeems a mail link through the form on the confirmation page. */
export const redeemLink = contract({
  method: 'POST',
  path: LINK_PATH,
  query: z.object({ token: linkToken.optional() }),
  body: z.object({ token: linkToken.optional() }),
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
  answers: { 303: ledToSite, 307: ledOn },
  errors: ['invalid_link', 'too_many_requests'],
  errorPages: true,
})
