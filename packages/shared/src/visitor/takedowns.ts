import { z } from 'zod'
import { contract } from '../contract.ts'
import { toAsciiEmail } from '../email-address.ts'
import { emailSyntax } from '../email-syntax.ts'
import { bodyId } from '../ids.ts'
import { TAKEDOWN_MAX } from '../limits.ts'

/** Matches characters that could disguise a name. */
const UNSAFE_IN_LINE = /[\p{Cc}\p{Cs}\u2028\u2029]/u
const UNSAFE_IN_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u
/** Direction marks are removed, because they could disguise text and address books add them invisibly. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/gu
const withoutMarks = (text: string) => text.replace(DIRECTION_MARKS, '')

type FieldTexts = { what: string; required: string }

export const line = ({ what, required }: FieldTexts, max: number) =>
  z
    .string(required)
    .overwrite(withoutMarks)
    .refine((text) => !UNSAFE_IN_LINE.test(text), `${what} must be one line without control characters`)
    .trim()
    .max(max, `${what} may have at most ${max} characters`)

export const text = ({ what, required }: FieldTexts, max: number) =>
  z
    .string(required)
    .overwrite(withoutMarks)
    .refine((given) => !UNSAFE_IN_TEXT.test(given), `${what} may not contain control characters`)
    .trim()
    .max(max, `${what} may have at most ${max} characters`)

const orNothing = (given: string | null | undefined) => given || undefined
export const confirmed = (required: string) => z.boolean(required).refine((given) => given, required)

const NAME = { what: 'Complainant name', required: 'Complainant name is required' }
const EMAIL = 'Valid email is required'
const OWNER = { what: 'Copyright owner', required: 'Copyright owner is required' }
const WORK = { what: 'The description of the work', required: 'Please provide a detailed description of your work' }
const INFRINGEMENT = {
  what: 'The description of the infringement',
  required: 'Please describe the infringement in detail',
}
const URLS = 'At least one infringing URL is required'
const SIGNATURE = { what: 'Electronic signature', required: 'Electronic signature is required' }
const PHONE = { what: 'Phone', required: 'Phone must be a text' }
const ADDRESS = { what: 'Address', required: 'Address must be a text' }

/** Removes blank entries. Stops one URL above the limit, so validation rejects the list. */
const withoutBlanks = <Given>(given: Given[]) => {
  const found: (Given | string)[] = []
  for (const url of given) {
    const trimmed = typeof url === 'string' ? withoutMarks(url).trim() : url
    if (trimmed !== '') found.push(trimmed)
    if (found.length > TAKEDOWN_MAX.urls) break
  }
  return found
}

/** List of infringing URLs, which are not validated (`visitor.md §5`). */
const urls = z
  .array(z.string('Each infringing URL must be a text'), {
    error: ({ input }) => (input ? 'Infringing URLs must be a JSON list of addresses' : URLS),
  })
  .pipe(
    z
      .array(z.string())
      .min(1, URLS)
      .max(TAKEDOWN_MAX.urls, `At most ${TAKEDOWN_MAX.urls} infringing URLs fit into one request`)
      .refine(
        (given) => given.every((url) => url.length <= TAKEDOWN_MAX.url),
        `An infringing URL may have at most ${TAKEDOWN_MAX.url} characters`,
      )
      .refine(
        (given) => !given.some((url) => UNSAFE_IN_LINE.test(url)),
        'Infringing URLs may not contain control characters',
      ),
  )

/** Takedown form, with one URL per line (`visitor.md §2`, `§5`). */
export const takedownForm = z.object({
  complainantName: line(NAME, TAKEDOWN_MAX.line).min(1, NAME.required),
  complainantEmail: z
    .string(EMAIL)
    .overwrite(withoutMarks)
    .trim()
    .max(TAKEDOWN_MAX.email, EMAIL)
    .overwrite(toAsciiEmail)
    .pipe(emailSyntax(EMAIL)),
  complainantPhone: line(PHONE, TAKEDOWN_MAX.phone).nullish().transform(orNothing),
  copyrightOwner: line(OWNER, TAKEDOWN_MAX.line).min(1, OWNER.required),
  complainantAddress: text(ADDRESS, TAKEDOWN_MAX.address).nullish().transform(orNothing),
  workDescription: text(WORK, TAKEDOWN_MAX.description).min(10, WORK.required),
  infringementDescription: text(INFRINGEMENT, TAKEDOWN_MAX.description).min(10, INFRINGEMENT.required),
  infringingUrls: z
    .string(URLS)
    .transform((given) => withoutBlanks(given.split(/\r\n|\r|\n/)))
    .pipe(urls),
  goodFaithStatement: confirmed('You must confirm the good faith statement'),
  accuracyStatement: confirmed('You must confirm the accuracy statement'),
  electronicSignature: line(SIGNATURE, TAKEDOWN_MAX.line).min(1, SIGNATURE.required),
})

export type TypedTakedown = z.input<typeof takedownForm>
export type Takedown = z.output<typeof takedownForm>

const parsed = (given: unknown): unknown => {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}

const parseUrls = (given: unknown): unknown => {
  const list = parsed(given)
  return Array.isArray(list) ? withoutBlanks(list) : list
}

/** Takedown request, with the URLs as an array or as JSON text (`visitor.md §3`). */
const takedown = takedownForm.extend({
  infringingUrls: z.preprocess(parseUrls, urls),
  mediaId: bodyId.nullish(),
})

/** Files a takedown request. Needs no session (`visitor.md §6`, `§7`). */
export const fileTakedown = contract({
  method: 'POST',
  path: '/api/dmca-takedown',
  // This limit fits all fields at maximum length, with four bytes per character.
  bodyLimit: 850_000,
  body: takedown,
  response: z.object({ id: z.number(), status: z.literal('pending') }),
  status: 201,
})
