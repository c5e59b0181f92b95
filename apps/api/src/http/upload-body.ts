import { UPLOAD_MAX_BYTES } from '@hotvote/shared/limits'
import type { Request } from 'express'
import { AppError } from '../domain/errors.ts'

/** Bytes of a whole form: the file, and what stands around it. */
const BODY_MAX = UPLOAD_MAX_BYTES + 16 * 1024
/**
 * A body that says to be longer, but no longer than this, is read to its end and thrown away: most clients look for the
 * answer only after they have sent everything, and would see a broken connection instead of a reason.
 */
const PATIENCE = 64 * 1024 * 1024

/** The rest of the body is not read: the connection cannot be used again. */
const close = { headers: { Connection: 'close' } }
const tooLarge = (details?: typeof close) => new AppError('too_large', 'The file is larger than 20 MB.', details)

/**
 * Calls `refuse` as soon as a body is known to be too large.
 * @returns what ends the watch
 */
export const watchBody = (req: Request, refuse: (reason: AppError) => void): (() => void) => {
  const announced = Number(req.headers['content-length'] ?? 0)
  if (announced > PATIENCE) throw tooLarge(close)
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
