import type { Response } from 'express'

/** Aborted once the connection of the caller is closed; at once when it is closed already. */
export const disconnectSignal = (res: Response): AbortSignal => {
  const disconnected = new AbortController()
  if (res.closed) disconnected.abort()
  else res.once('close', () => disconnected.abort())
  return disconnected.signal
}
