import type { ErrorBody, ErrorCode } from '@hotvote/shared/contract'

type Details = Partial<Pick<ErrorBody, 'issues' | 'challenge'>> & { headers?: Record<string, string> }

/** An error to report to the caller. `text` is a human-readable sentence. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: Details
  constructor(code: ErrorCode, text: string, details: Details = {}) {
    super(text)
    this.code = code
    this.details = details
  }
}

export const noSuchItem = () => new AppError('not_found', 'This item is no longer available.')
export const noSuchFile = () =>
  new AppError('not_found', 'This file no longer exists.', { headers: { 'Cache-Control': 'no-store' } })
export const noSuchUser = () => new AppError('not_found', 'There is no such user.')
/** Also used for other visitors' data, so callers can't tell whether the data exists. */
export const notFound = () => new AppError('not_found', 'There is nothing here.')

export const NO_UPLOADS = 'Uploads are not possible right now'
export const noUploads = (details?: Details) => new AppError('unavailable', `${NO_UPLOADS}.`, details)

/** The only text that callers see if an internal error occurs. */
export const INTERNAL_TEXT = 'Something went wrong on our side.'
