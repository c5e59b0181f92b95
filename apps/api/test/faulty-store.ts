import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { Transform } from 'node:stream'
import type { S3Settings } from '../src/storage/s3-client.ts'
import { afterFile } from './after-file.ts'
import { ownPort } from './ports.ts'

/** What goes wrong: a 500, no answer ever, or a connection that breaks in the middle of the body. */
type Fault = { method: string; how: 'error' | 'stall' | 'cut request' | 'cut answer'; times: number }

/** Lets half of `size` bytes through, and then does `cut`. */
const half = (size: number, cut: () => void) => {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const left = Math.floor(size / 2) - seen
      seen += chunk.length
      if (left > 0) this.push(chunk.subarray(0, left))
      if (chunk.length < left) done()
      else cut()
    },
  })
}

const forward = (upstream: URL, [req, res]: [IncomingMessage, ServerResponse], how?: Fault['how']) => {
  const { method, url: path, headers } = req
  const onward = request({ hostname: upstream.hostname, port: upstream.port, method, path, headers, agent: false })
  const cut = () => {
    onward.destroy()
    res.destroy()
  }
  onward.on('error', () => res.writableEnded || res.destroy())
  onward.on('response', (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    // The store may send a body after an answer to HEAD, which is none.
    if (method === 'HEAD') res.end()
    else if (how === 'cut answer') answer.pipe(half(Number(answer.headers['content-length']), cut)).pipe(res)
    else answer.pipe(res)
  })
  if (how === 'cut request') req.pipe(half(Number(headers['content-length']), cut)).pipe(onward)
  else req.pipe(onward)
}

/** Stands before a real store and does what it is told. `seen` counts the requests by method. */
export const openFaultyStore = async (settings: S3Settings) => {
  const upstream = new URL(settings.endpoint ?? '')
  const state: { fault: Fault | undefined; seen: Record<string, number> } = { fault: undefined, seen: {} }
  const server = createServer((req, res) => {
    const { method = '' } = req
    state.seen[method] = (state.seen[method] ?? 0) + 1
    const { fault } = state
    const hits = fault && fault.times > 0 && (fault.method === '*' || fault.method === method)
    if (!hits) return forward(upstream, [req, res])
    fault.times--
    if (fault.how === 'stall') return void req.resume()
    if (fault.how === 'error') return void req.resume().on('end', () => res.writeHead(500).end())
    forward(upstream, [req, res], fault.how)
  })
  const port = await ownPort()
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen()
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  afterFile(() => (server.listening ? close() : undefined))
  return {
    settings: { ...settings, endpoint: `http://127.0.0.1:${port}` },
    seen: state.seen,
    /** Only the next `times` requests of `method`, or of `*`, go wrong. */
    fail: (fault: Fault) => {
      state.fault = fault
      for (const method of Object.keys(state.seen)) delete state.seen[method]
    },
    work: () => {
      state.fault = undefined
    },
    /** Connections are refused until `up`. */
    down: close,
    up: listen,
  }
}
