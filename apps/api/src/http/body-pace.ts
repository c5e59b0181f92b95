import type { Request, RequestHandler } from 'express'
import { AppError } from '../domain/errors.ts'
import { sendError } from './errors.ts'

/** A sender must keep this many bytes a second on average, checked every `INTERVAL` seconds from the third time on. */
const MIN_RATE = 8 * 1024
const INTERVAL = 5
const FIRST_CHECK = 3

const tooSlow = () => new AppError('malformed_body', 'The body came too slowly.', { headers: { Connection: 'close' } })

const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Cuts whoever sends a body too slowly for it to be anything but a held connection: every body, also one that nobody
 * reads, as after an answer that came before its end. What arrives is counted at the socket: a listener here would take
 * the body away from its reader.
 */
export const bodyPace: RequestHandler = (req, res, next) => {
  if (!hasBody(req)) return next()
  const { socket } = req
  const before = socket.bytesRead
  let checks = 0
  const timer = setInterval(() => {
    checks++
    const isInTime = checks < FIRST_CHECK || socket.bytesRead - before >= checks * INTERVAL * MIN_RATE
    if (isInTime && !req.complete) return
    clearInterval(timer)
    if (req.complete) return
    if (res.headersSent) socket.destroy()
    else sendError(res, tooSlow())
  }, INTERVAL * 1000).unref()
  // Not at the socket, which carries many requests.
  req.once('close', () => clearInterval(timer))
  next()
}
