import { z } from 'zod'
import { contract } from '../contract.ts'
import { defineSetting, savedVersion } from '../operator/settings.ts'
import { pageQuery } from '../page.ts'
import { emailAddress } from './accounts.ts'
import { sessionId } from './sessions.ts'

/** Number of votes in a visit before the address is requested (`admin.md §9`). */
export const VOTE_THRESHOLD = { default: 5, min: 1, max: 100 }

/** Email capture settings. The feature is off by default (`visitor.md §3`). */
const emailCaptureValues = z.object({
  isEnabled: z.boolean().default(false),
  voteThreshold: z.number().default(VOTE_THRESHOLD.default),
})

export const emailCaptureConfig = contract({
  method: 'GET',
  path: '/api/email-capture-config',
  response: emailCaptureValues,
  revalidate: true,
})

/** Stores an address without saving the account (`visitor.md §7`). Requires the session cookie. */
export const captureEmail = contract({
  method: 'POST',
  path: '/api/email-capture',
  body: z.object({ email: emailAddress, sessionId }),
  status: 204,
  errors: ['not_yours'],
})

/** See `admin.md §5`. */
export const emailCaptureForm = z.object({
  isEnabled: z.boolean('Enabled must be yes or no'),
  voteThreshold: z
    .number('Vote threshold must be at least 1')
    .min(VOTE_THRESHOLD.min, 'Vote threshold must be at least 1')
    .max(VOTE_THRESHOLD.max, 'Vote threshold must be at most 100')
    .int('Vote threshold must be a whole number'),
})

export const emailCaptureSetting = defineSetting({
  name: 'email-capture',
  path: '/api/admin/email-capture-config',
  form: emailCaptureForm,
  values: emailCaptureValues,
  setting: emailCaptureValues.extend(savedVersion).meta({ id: 'EmailCaptureSetting' }),
})

const capturedEmail = z
  .object({
    id: z.number(),
    email: z.string(),
    /** Null if the account was deleted. */
    userId: z.number().nullable(),
    username: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'CapturedEmail' })
export type CapturedEmail = z.infer<typeof capturedEmail>

/** Lists captured addresses in pages, newest first. `export=true` returns a CSV file. */
export const listCapturedEmails = contract({
  method: 'GET',
  path: '/api/admin/captured-emails',
  query: pageQuery.extend({ export: z.enum(['true', 'false']).optional() }),
  response: z.array(capturedEmail),
  answers: { 200: { about: 'A page of addresses, or all of them as a file.', types: ['text/csv'] } },
})
