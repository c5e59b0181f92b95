import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterUse } from '../app/after-use.ts'

/** PostgreSQL's ReadyForQuery message outside a transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/**
 * Cuts each connection after the answer to `statement`.
 * @returns the proxied database URL
 */
export const cutAfter = async (databaseUrl: string, statement: string) => {
  const { searchParams, port, pathname } = new URL(databaseUrl)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect({ path: `${searchParams.get('host')}/.s.PGSQL.${port}` })
    for (const [socket, other] of [[client, upstream] as const, [upstream, client] as const]) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
    let isLast = false
    let [asked, answered] = [Buffer.alloc(0), Buffer.alloc(0)]
    client.on('data', (bytes) => {
      asked = Buffer.concat([asked.subarray(-statement.length), bytes])
      isLast ||= asked.includes(`${statement}\0`)
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      answered = Buffer.concat([answered.subarray(-READY.length), bytes])
      client.write(bytes)
      if (isLast && answered.subarray(-READY.length).equals(READY)) client.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterUse(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return `postgresql://postgres@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`
}
