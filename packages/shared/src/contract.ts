import { z } from 'zod'

/** The API maps each error code to a status in `platform/http/errors.ts`. */
export const errorCodes = [
  'invalid_request',
  'malformed_body',
  'unreadable_media',
  'taken_down',
  'no_session',
  'not_operator',
  'code_required',
  'wrong_credential',
  'forbidden',
  'not_yours',
  'blocked',
  'closed',
  'proof_required',
  'own_media',
  'cross_site',
  'not_found',
  'none_left',
  'invalid_link',
  'invalid_code',
  'saved_elsewhere',
  'login_ended',
  'account_deleted',
  'method_not_allowed',
  'already_voted',
  'too_late',
  'username_taken',
  'busy',
  'conflict',
  'too_large',
  'unsupported_type',
  'too_many_requests',
  'internal',
  'unavailable',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** The solution is the number whose SHA-256 hash with `salt` equals `challenge` (altcha-lib). */
export const proofChallenge = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  salt: z.string(),
  signature: z.string(),
  maxnumber: z.number(),
})
export type ProofChallenge = z.infer<typeof proofChallenge>

/** Request header with the challenge and its solution `number`, as Base64-encoded JSON. */
export const PROOF_HEADER = 'Proof-Of-Work'
export const proofHeaders = z.object({ [PROOF_HEADER]: z.base64().max(1000).optional() })

/** `error` and `message` contain identical text. `challenge` is set for `proof_required`. */
export const errorBody = z
  .object({
    error: z.string(),
    message: z.string(),
    code: z.enum(errorCodes),
    requestId: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    challenge: proofChallenge.optional(),
  })
  .meta({ id: 'ErrorBody' })
export type ErrorBody = z.infer<typeof errorBody>

/** A response other than the JSON described by `response`. */
export type OtherAnswer = {
  about: string
  /** Media types of the body. The body is empty if neither `types` nor `body` is set. */
  types?: readonly string[]
  body?: z.ZodType
}

/** Describes one API call, which returns 204 if neither `response` nor `status` is set. */
export type Contract = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** Minimum role of the caller, `admin` by default. `self` allows every operator (docs/decisions/039). */
  role?: 'self' | 'moderator'
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  response?: z.ZodType
  status?: 200 | 201 | 204
  /** Body of the 202 response that clients request with `Prefer: respond-async`. */
  accepted?: z.ZodType
  /** Bytes. The default is 100,000. */
  bodyLimit?: number
  /** Sends an `ETag`, and returns 304 while the response is unchanged. */
  revalidate?: true
  /** Error codes the call can return, besides those of the guard and of input validation. */
  errors?: readonly ErrorCode[]
  headers?: z.ZodType
  bodyTypes?: readonly string[]
  form?: z.ZodType
  answers?: Readonly<Record<number, OtherAnswer>>
  /** Returns errors to browsers as an HTML page. */
  errorPages?: true
}

/** Returns `data` unchanged, with exact types. */
export const contract = <const C extends Contract>(data: C): C => data

/** Route such as `POST /api/votes`. A string keeps the schemas out of the web app's bundle. */
export type RouteOf<C extends Contract> = `${C['method']} ${C['path']}`

type PartOf<C extends Contract, K extends 'params' | 'query' | 'body'> = C[K] extends z.ZodType ? C[K] : undefined
export type Parsed<C extends Contract, K extends 'params' | 'query' | 'body'> =
  PartOf<C, K> extends z.ZodType ? z.output<PartOf<C, K>> : undefined
export type Sent<C extends Contract, K extends 'params' | 'query' | 'body'> =
  PartOf<C, K> extends z.ZodType ? z.input<PartOf<C, K>> : undefined
export type Answer<C extends Contract> = C['response'] extends z.ZodType ? z.output<C['response']> : undefined
