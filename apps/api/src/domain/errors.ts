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
