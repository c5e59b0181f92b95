import { z } from 'zod'
import { contract } from '../contract.ts'
import { defineSetting, savedVersion } from '../operator/settings.ts'

/** Highest number of uploads per day that can be set as a limit. */
export const UPLOADS_PER_DAY_MAX = 10_000

/** Maximum length in characters of a text that visitors see. */
export const ACCESS_TEXT_MAX = 300

export const accessDefaults = {
  uploadsText: 'Uploads are closed at the moment.',
  votingText: 'Voting is closed at the moment.',
  readOnlyText: 'The site is under maintenance. You can look around, but not vote or upload.',
}

const accessValues = z.object({
  uploadsOpen: z.boolean().default(true),
  uploadsText: z.string().default(accessDefaults.uploadsText),
  votingOpen: z.boolean().default(true),
  votingText: z.string().default(accessDefaults.votingText),
  isReadOnly: z.boolean().default(false),
  readOnlyText: z.string().default(accessDefaults.readOnlyText),
  /** Maximum number of uploads in 24 hours; 0 means no limit. */
  unsavedUploads: z.number().default(0),
  savedUploads: z.number().default(0),
  /** Requires a proof of work from new visitors before the first vote or upload (docs/back-office.md). */
  asksProof: z.boolean().default(false),
})
export type Access = z.infer<typeof accessValues>

/** Text to show for each closed part, or null while it is open. A closed `site` also closes the other parts. */
export const closedParts = contract({
  method: 'GET',
  path: '/api/closed',
  response: z.object({
    uploads: z.string().nullable(),
    voting: z.string().nullable(),
    site: z.string().nullable(),
  }),
  revalidate: true,
})
export type ClosedParts = z.infer<typeof closedParts.response>

const text = z
  .string('The text must be a text')
  .trim()
  .min(1, 'Tell visitors why')
  .max(ACCESS_TEXT_MAX, `The text has at most ${ACCESS_TEXT_MAX} characters`)

const uploadsPerDay = z
  .int('Uploads must be a whole number')
  .min(0, 'Uploads must be 0 or more')
  .max(UPLOADS_PER_DAY_MAX, `Uploads must be at most ${UPLOADS_PER_DAY_MAX}`)

export const accessForm = z.object({
  uploadsOpen: z.boolean('Uploads open must be yes or no'),
  uploadsText: text,
  votingOpen: z.boolean('Voting open must be yes or no'),
  votingText: text,
  isReadOnly: z.boolean('Read-only must be yes or no'),
  readOnlyText: text,
  unsavedUploads: uploadsPerDay,
  savedUploads: uploadsPerDay,
  asksProof: z.boolean('Proof of work must be yes or no'),
})

export const accessSetting = defineSetting({
  name: 'access',
  path: '/api/admin/access-config',
  form: accessForm.partial({ asksProof: true }),
  values: accessValues,
  setting: accessValues.extend(savedVersion).meta({ id: 'AccessSetting' }),
})
