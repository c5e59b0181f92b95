import { STREAM_HEARTBEAT_MS } from '@hotvote/shared/limits'
import type { Response } from 'express'
import { AppError } from '../domain/errors.ts'
import { whenClosed } from './when-closed.ts'

/** Streams that a process has open at once: each holds a connection. */
const MOST_STREAMS = 100
/** Bytes that wait for a reader who does not read, until the stream is given up. */
const MOST_UNREAD = 64 * 1024

/** Seconds. Streams last: whoever finds none free finds none in a moment either. */
const RETRY_AFTER = { headers: { 'Retry-After': '30' } }

/** An answer without an end: server-sent events (HTML standard, 9.2). */
export type EventStream = {
  /** Sends the headers: from now on the caller counts on hearing of everything. */
  begin(): void
  /** Sends an event; nothing before `begin` and after the end. `name`: other than the usual one. */
  send(data: string, name?: string): void
  /** Before `begin`, which then sends the headers alone, too. */
  end(): void
}

const HEADERS = {
  'Content-Type': 'text/event-stream',
  // No proxy may keep, collect or compress what has to arrive now.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

const streamOn = (res: Response): EventStream => {
  const write = (text: string) => {
    if (!res.headersSent || res.writableEnded) return
    if (res.writableLength > MOST_UNREAD) res.destroy()
    else res.write(text)
  }
  const heartbeat = setInterval(write, STREAM_HEARTBEAT_MS, ':\n\n')
  whenClosed(res, () => clearInterval(heartbeat))
  let isEnded = false
  return {
    begin: () => {
      // It lasts as long as somebody looks: no measure of how quick the site is.
      res.locals.isStream = true
      res.writeHead(200, HEADERS)
      if (res.req.method === 'HEAD' || isEnded) res.end()
      else write(':\n\n')
    },
    send: (data, name) => write(`${name === undefined ? '' : `event: ${name}\n`}data: ${data}\n\n`),
    end: () => {
      isEnded = true
      if (res.headersSent) res.end()
    },
  }
}

/** The streams of this process. */
export const openEventStreams = (most = MOST_STREAMS) => {
  const open = new Set<EventStream>()
  let isClosed = false
  return {
    /**
     * A stream as the answer of a call.
     * @throws {AppError} `too_many_requests`, with `Retry-After`, where there are as many as there may be; `unavailable` after `close`
     */
    open: (res: Response): EventStream => {
      if (isClosed) throw new AppError('unavailable', 'The site is being stopped.')
      if (open.size >= most) throw new AppError('too_many_requests', 'Too many screens are followed live.', RETRY_AFTER)
      const stream = streamOn(res)
      open.add(stream)
      whenClosed(res, () => open.delete(stream))
      return stream
    },
    /** Ends them all, so that nothing waits for their ends; there will be no more. */
    close: () => {
      isClosed = true
      for (const stream of open) stream.end()
    },
  }
}

export type EventStreams = ReturnType<typeof openEventStreams>
