import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Reads an upload only as far as `take` allows, then answers. */
export const slowServer = async () => {
  let allowed = 0
  let proceed = Promise.withResolvers<void>()
  const server = createServer(async (request, answer) => {
    let taken = 0
    for await (const chunk of request) {
      taken += chunk.length
      while (taken > allowed) await proceed.promise
    }
    answer.writeHead(201, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Allows this many more bytes. */
    take(bytes: number) {
      allowed += bytes
      proceed.resolve()
      proceed = Promise.withResolvers()
    },
    stop: () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  }
}
