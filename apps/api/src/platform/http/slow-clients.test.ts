import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import express from 'express'
import { expect, it } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { createSiteServer, enforceMinUploadRate, type ServerLimits } from './site-server.ts'

const serve = async (limits: ServerLimits, listener: RequestListener = (_req, res) => void res.end('served')) => {
  const server = createSiteServer(listener, limits).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterUse(() => void server.close().closeAllConnections())
  const open = (words: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    afterUse(() => void socket.destroy())
    socket.write(words)
    return socket
  }
  return { server, open }
}

it.each([
  { path: '/read', answer: /^HTTP\/1\.1 400 .*too slow/s },
  { path: '/unread', answer: /^HTTP\/1\.1 204 / },
])('closes the connection of a slow body at $path', async ({ path, answer }) => {
  const app = express()
  app.use(enforceMinUploadRate({ bytes: 1000, interval: 100 }))
  app.post('/read', express.json())
  app.post('/unread', (_req, res) => void res.sendStatus(204))
  const { open } = await serve({}, app)
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000`
  expect(await text(open(`${head}\r\n\r\n{`))).toMatch(answer)
})

it('closes a connection whose headers do not end in time', async () => {
  const { open } = await serve({ headersTimeout: 50, connectionsCheckingInterval: 20 })
  expect(await text(open('GET / HTTP/1.1\r\nX-Slow: '))).toMatch(/^HTTP\/1\.1 408 /)
})

it('closes a connection whose client does not read the answer', async () => {
  const { server, open } = await serve({ timeout: 100 }, (_req, res) => void res.end(Buffer.alloc(24 * 1024 * 1024)))
  const accepted = once(server, 'connection')
  open('GET / HTTP/1.1\r\nHost: x\r\n\r\n').pause()
  const [socket] = await accepted
  await once(socket, 'close')
  expect(socket.bytesWritten).toBeGreaterThan(0)
})

it('closes connections beyond the limit', async () => {
  const { open } = await serve({ maxConnections: 1 })
  const [first] = await once(open('GET / HTTP/1.1\r\nHost: x\r\n\r\n'), 'data')
  expect(String(first)).toContain('served')
  expect(await text(open(''))).toBe('')
})
