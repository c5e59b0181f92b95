import { z } from 'zod'

/** The API's `platform/http/errors.ts` maps each code to its status. */
export const errorCodes = [
  'invalid_request',
  'malformed_body',
  'unreadable_media',
  'taken_down',
  'no_session',
  'not_operator',
  'not_yours',
  'blocked',
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

/** `error` and `message` are the same text. */
export const errorBody = z
  .object({
    error: z.string(),
    message: z.string(),
    code: z.enum(errorCodes),
    requestId: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'ErrorBody' })
export type ErrorBody = z.infer<typeof errorBody>
