import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Avoids the ephemeral ports, which outgoing connections use. */
const [FIRST, COUNT] = [12_000, 20_000]
const anyPort = () => FIRST + Math.floor(Math.random() * COUNT)

/** False if the port is taken. */
const listens = (listener: NodeJS.EventEmitter) =>
  once(listener, 'listening').then(
    () => true,
    (failure: NodeJS.ErrnoException) => {
      if (failure.code !== 'EADDRINUSE') throw failure
      return false
    },
  )

/** Reserves a TCP port by binding the UDP port with its number. */
const reservePort = async (port: number) => {
  const mark = createSocket('udp4').unref()
  mark.bind({ port, address: '127.0.0.1', exclusive: true })
  return (await listens(mark)) ? mark : undefined
}

const isFree = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1')
  if (!(await listens(server))) return false
  await once(server.close(), 'close')
  return true
}

/** Claims a TCP port that no other caller receives until `release`. */
export const claimPort = async (choose = anyPort): Promise<{ port: number; release: () => void }> => {
  for (;;) {
    const port = choose()
    const mark = await reservePort(port)
    if (mark && (await isFree(port))) return { port, release: () => void mark.close() }
    mark?.close()
  }
}
