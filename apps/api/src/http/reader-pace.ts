import type { RequestHandler } from 'express'

/** Milliseconds without a byte taken by the client, after which its connection is closed. */
const STALL_TIMEOUT = 60_000

/**
 * Cuts whoever does not take the answer, however small: else a client who stops reading without leaving would hold its connection, and
 * the file or the memory behind it, for ever. Whoever waits for an answer that is still being made keeps waiting.
 */
export const readerPace: RequestHandler = (_req, res, next) => {
  res.setTimeout(STALL_TIMEOUT, () => {
    if ((res.socket?.writableLength ?? 0) > 0) res.destroy()
  })
  // A connection that rests is the server's: it says afterwards for how long.
  res.prependOnceListener('finish', () => res.setTimeout(0))
  next()
}
