import type { Response } from 'express'

/**
 * Calls `act` once the connection of an answer is closed; at once when it is already, as it may be after whatever the call has waited
 * for: nobody is told of that again.
 */
export const whenClosed = (res: Response, act: () => void) => {
  if (res.closed) act()
  else res.once('close', act)
}

/** Aborted once the connection of the caller is closed. */
export const disconnectSignal = (res: Response): AbortSignal => {
  const disconnected = new AbortController()
  whenClosed(res, () => disconnected.abort())
  return disconnected.signal
}
