import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { getCode } from '../../domain/error-code.ts'
import type { Content } from '../storage/storage.ts'

/** Error code for a client that disconnected or was too slow (`timeout` in `site-server.ts`). */
const CLOSED = 'ERR_STREAM_PREMATURE_CLOSE'

/** Closes both streams after a failure or disconnect. @returns the failure, unless the client disconnected */
export const sendBody = async (
  res: Response,
  source: Readable,
  ...through: Transform[]
): Promise<Error | undefined> => {
  try {
    await pipeline([source, ...through, res])
    return undefined
  } catch (failure) {
    res.destroy()
    return getCode(failure) === CLOSED ? undefined : (failure as Error)
  }
}

export const sendStored = async (
  res: Response,
  body: Content['body'],
  { status, headers }: { status: number; headers: OutgoingHttpHeaders },
): Promise<undefined> => {
  if (res.closed) return void ('destroy' in body && body.destroy())
  res.writeHead(status, headers)
  if (Buffer.isBuffer(body)) return void res.end(body)
  await sendBody(res, body)
}
