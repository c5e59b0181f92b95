import type { Request, RequestHandler } from 'express'
import { AppError } from '../domain/errors.ts'
import { sendError } from './errors.ts'

/** Bytes a second that a body must reach on average, checked every `interval` milliseconds. */
const PACE = { bytes: 8 * 1024, interval: 15_000 }

const tooSlow = () => new AppError('malformed_body', 'The body came too slowly.', { headers: { Connection: 'close' } })

const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Closes connections whose request body is too slow, even if no handler reads the body. Bytes are counted at the socket,
 * because a listener on the request would consume the body.
 */
export const bodyPace =
  ({ bytes, interval } = PACE): RequestHandler =>
  (req, res, next) => {
    if (!hasBody(req)) return next()
    const { socket } = req
    let due = socket.bytesRead
    const check = () => {
      due += (bytes * interval) / 1000
      if (socket.bytesRead >= due && !req.complete) return
      clearInterval(timer)
      if (req.complete) return
      if (res.headersSent) socket.destroy()
      else sendError(res, tooSlow())
    }
    const timer = setInterval(check, interval).unref()
    req.once('close', () => clearInterval(timer))
    next()
  }
