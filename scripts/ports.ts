import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to whoever names none: no connection of anybody is put on one of these. */
const [FIRST, COUNT] = [12_000, 20_000]
const anyPort = () => FIRST + Math.floor(Math.random() * COUNT)

/** Whether something that was told to listen does so; not, where somebody else has the port. */
const listens = (listener: NodeJS.EventEmitter) =>
  once(listener, 'listening').then(
    () => true,
    (failure: NodeJS.ErrnoException) => {
      if (failure.code !== 'EADDRINUSE') throw failure
      return false
    },
  )

/** Marks a port as this process's. The mark is a port of UDP, which has numbers of its own. */
const markOf = async (port: number) => {
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

/** Claims a port that no other process gets from here until it is released. */
export const claimPort = async (choose = anyPort): Promise<{ port: number; release: () => void }> => {
  for (;;) {
    const port = choose()
    const mark = await markOf(port)
    if (mark && (await isFree(port))) return { port, release: () => void mark.close() }
    mark?.close()
  }
}
