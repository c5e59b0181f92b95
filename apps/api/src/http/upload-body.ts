import { UPLOAD_MAX_BYTES, UPLOAD_TOO_LARGE } from '@hotvote/shared/limits'
import type { Request } from 'express'
import { AppError } from '../domain/errors.ts'

/** Bytes of the form: the file and the other parts. */
const BODY_MAX = UPLOAD_MAX_BYTES + 16 * 1024
/**
 * A body announced as too large, but not larger than this, is read to its end and discarded: most clients read the
 * answer only after they have sent everything, and would see a broken connection instead of a reason.
 */
const DISCARD_MAX = 64 * 1024 * 1024

/** The rest of the body is not read: the connection cannot be used again. */
const close = { headers: { Connection: 'close' } }
const tooLarge = (details?: typeof close) => new AppError('too_large', `${UPLOAD_TOO_LARGE}.`, details)

/**
 * Calls `refuse` as soon as a body is known to be too large.
 * @returns what stops watching
 */
export const watchBody = (req: Request, refuse: (reason: AppError) => void): (() => void) => {
  const announced = Number(req.headers['content-length'] ?? 0)
  if (announced > DISCARD_MAX) throw tooLarge(close)
  if (announced > BODY_MAX) throw tooLarge()
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > BODY_MAX) end(tooLarge(close))
  }
  const stop = () => void req.off('data', count)
  const end = (reason: AppError) => {
    stop()
    req.unpipe()
    req.pause()
    refuse(reason)
  }
  req.on('data', count)
  req.once('close', stop)
  return stop
}
