import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/** Milliseconds without a byte taken by the client, after which its connection is closed. */
const STALL_TIMEOUT = 60_000

/** The client went away, or was too slow. */
const CLOSED = 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Sends a body that is read while it is sent, behind headers that are sent already. A client who leaves, or stops reading
 * without leaving, frees what it is read from: a file, a socket, a connection of the database. A failure can only cut the
 * connection, by which the client sees that the file is not complete.
 * @returns what failed, unless it was the client
 */
export const sendBody = async (
  res: Response,
  source: Readable,
  ...through: Transform[]
): Promise<Error | undefined> => {
  res.setTimeout(STALL_TIMEOUT, () => res.destroy())
  try {
    await pipeline([source, ...through, res])
    return undefined
  } catch (failure) {
    res.destroy()
    return (failure as NodeJS.ErrnoException).code === CLOSED ? undefined : (failure as Error)
  }
}
