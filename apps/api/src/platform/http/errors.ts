import type { ErrorBody, ErrorCode } from '@hotvote/shared/contract'
import type { ErrorRequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { AppError, INTERNAL_TEXT } from '../../domain/errors.ts'
import { forLog, isUnavailable } from '../db/client.ts'

export const statusByCode: Record<ErrorCode, number> = {
  invalid_request: 400,
  malformed_body: 400,
  unreadable_media: 400,
  no_session: 401,
  not_operator: 401,
  code_required: 401,
  wrong_credential: 403,
  forbidden: 403,
  not_yours: 403,
  blocked: 403,
  closed: 403,
  proof_required: 403,
  own_media: 403,
  cross_site: 403,
  not_found: 404,
  none_left: 404,
  invalid_link: 410,
  invalid_code: 410,
  saved_elsewhere: 410,
  login_ended: 410,
  account_deleted: 410,
  method_not_allowed: 405,
  already_voted: 409,
  too_late: 409,
  username_taken: 409,
  busy: 409,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  too_many_requests: 429,
  taken_down: 451,
  internal: 500,
  unavailable: 503,
}

/** Seconds. */
const RETRY_AFTER = '5'
const unavailable = () =>
  new AppError('unavailable', 'The site is busy right now. Please try again in a moment.', {
    headers: { 'Retry-After': RETRY_AFTER },
  })

const fromExpress = (error: Error & { type?: string; status?: number }) => {
  if (error.type === 'entity.too.large') return new AppError('too_large', 'The request is too large.')
  if (error.type === 'encoding.unsupported' || error.type === 'charset.unsupported')
    return new AppError('unsupported_type', 'Send the body as plain JSON in UTF-8.')
  if (error instanceof URIError) return new AppError('invalid_request', 'The address is malformed.')
  if (error.status && error.status >= 400 && error.status < 500)
    return new AppError('malformed_body', 'The body could not be read.')
  return undefined
}

export const toAppError = (error: unknown) => {
  if (error instanceof AppError) return error.code === 'unavailable' && !error.details.headers ? unavailable() : error
  if (isUnavailable(error)) return unavailable()
  return (error instanceof Error && fromExpress(error)) || new AppError('internal', INTERNAL_TEXT)
}

type FailurePage = (reason: string) => string

export const sendErrorsAsPage = (res: Response, page: FailurePage) => {
  res.locals.failurePage = page
}

export const sendError = (res: Response, failure: AppError) => {
  const page: FailurePage | undefined = res.locals.failurePage
  const body: ErrorBody = {
    error: failure.message,
    message: failure.message,
    code: failure.code,
    requestId: res.locals.requestId,
    ...(failure.details.issues && { issues: failure.details.issues }),
    ...(failure.details.challenge && { challenge: failure.details.challenge }),
  }
  for (const [name, value] of Object.entries(failure.details.headers ?? {})) res.setHeader(name, value)
  res.status(statusByCode[failure.code])
  if (page) res.type('html').send(page(failure.message))
  else res.json(body)
}

/** Returns true if the work was aborted because the client disconnected. */
const isClientAbort = (error: unknown, res: Response) =>
  res.closed && error instanceof Error && error.name === 'AbortError'

export const errorHandler =
  (log: Logger): ErrorRequestHandler =>
  // biome-ignore lint/complexity/useMaxParams: Express knows an error handler by its four parameters
  (error, _req, res, _next) => {
    if (isClientAbort(error, res)) return
    const failure = toAppError(error)
    if (failure.code === 'internal' || failure.code === 'unavailable')
      log.error({ requestId: res.locals.requestId, ...forLog(error) }, failure.code)
    if (res.headersSent) return void res.destroy()
    sendError(res, failure)
  }
