import { UPLOAD_TOO_LARGE } from '@hotvote/shared/limits'
import { MulterError } from 'multer'
import { AppError, noUploads } from '../domain/errors.ts'

/** What a person reads; the other limits are never met by a browser. */
const texts: Partial<Record<string, string>> = {
  LIMIT_UNEXPECTED_FILE: 'Send one file, in the field "file".',
  LIMIT_FILE_COUNT: 'Send one file at a time.',
}

const isDiskFault = (failure: Error): boolean =>
  'syscall' in failure && 'code' in failure && typeof failure.code === 'string' && failure.code !== 'ECONNRESET'

/** Turns what the form parser throws into an answer. */
export const refusalOf = (failure: unknown): AppError => {
  if (failure instanceof AppError) return failure
  if (failure instanceof MulterError) {
    if (failure.code === 'LIMIT_FILE_SIZE') return new AppError('too_large', `${UPLOAD_TOO_LARGE}.`)
    return new AppError('malformed_body', texts[failure.code] ?? 'The form could not be read.')
  }
  if (failure instanceof Error && isDiskFault(failure)) return Object.assign(noUploads(), { cause: failure })
  return new AppError('malformed_body', 'The form could not be read.')
}
