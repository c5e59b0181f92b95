import type { ErrorBody, ErrorCode } from '@hotvote/shared/errors'

type Details = { issues?: ErrorBody['issues']; headers?: Record<string, string> }

/** A failure that the caller is told about: `text` is what a person reads. */
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

export const noSuchItem = () => new AppError('not_found', 'This item is no longer here.')
export const noSuchFile = () =>
  new AppError('not_found', 'This file is no longer here.', { headers: { 'Cache-Control': 'no-store' } })
export const noSuchUser = () => new AppError('not_found', 'There is no such user.')
/** Also of what is here for somebody else, who alone shall know of it. */
export const nothingHere = () => new AppError('not_found', 'There is nothing here.')

/** Without a full stop, as the texts of `media-worker.ts`. */
export const NO_UPLOADS = 'Uploads are not possible right now'
export const noUploads = (details?: Details) => new AppError('unavailable', `${NO_UPLOADS}.`, details)

/** All that anybody is told of a failure that is not theirs. */
export const INTERNAL_TEXT = 'Something went wrong on our side.'
