import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterFile } from './after-file.ts'

/** Below the ports that systems give to whoever names none: no connection of anybody is put on one of these. */
const [FIRST, COUNT] = [12_000, 20_000]

/** Whether this process alone has the port from now on. The mark is a port of UDP, which has numbers of its own. */
const isMarked = async (port: number) => {
  const mark = createSocket('udp4')
  const outcome = Promise.race([once(mark, 'listening').then(() => true), once(mark, 'error').then(() => false)])
  mark.bind({ port, address: '127.0.0.1', exclusive: true })
  if (await outcome) afterFile(() => mark.close())
  return outcome
}

const isFree = async (port: number) => {
  const server = createServer()
  const outcome = Promise.race([once(server, 'listening').then(() => true), once(server, 'error').then(() => false)])
  server.listen(port, '127.0.0.1')
  if (!(await outcome)) return false
  server.close()
  await once(server, 'close')
  return true
}

/**
 * A port of the loopback that nothing listens on, and that no other test takes before this test file is over: for a
 * process that is yet to listen, and for a server that goes down and comes up again.
 */
export const ownPort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if ((await isMarked(port)) && (await isFree(port))) return port
  }
}
