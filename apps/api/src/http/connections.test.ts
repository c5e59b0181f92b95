import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { afterUse } from '../../test/after-use.ts'
import { SOON } from '../../test/soon.ts'
import { limitConnections } from './connections.ts'

const PROXY = '127.0.0.9'

/** A server with room for 8 connections, 4 of one network, and what opens one from an address. */
const openServer = async () => {
  const callers: unknown[] = []
  const server = createServer(({ socket }, res) => {
    callers.push(socket.remoteAddress)
    res.end('served')
  })
  limitConnections(server, { isProxy: (address) => address === PROXY, limits: { all: 8, network: 4 } })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const sockets: Socket[] = []
  afterUse(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  /** What is answered over a connection of its own, which stays open; nothing where it is closed. */
  const ask = (localAddress: string) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress })
    sockets.push(socket)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    return new Promise<string>((done) => {
      socket.once('data', (bytes) => done(String(bytes).includes('served') ? 'served' : 'refused'))
      socket.on('error', () => done('closed'))
      socket.once('close', () => done('closed'))
    })
  }
  return { ask, sockets, callers, port }
}
const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))
const served = (answers: string[]) => answers.filter((answer) => answer === 'served').length

it('one network cannot hold the places of all others, and gets one back for each that it gives up', async () => {
  const { ask, sockets } = await openServer()
  expect(served(await times(10, () => ask('127.0.0.2')))).toBe(4)
  expect(await ask('127.0.0.3')).toBe('served')
  for (const socket of sockets) if (socket.localAddress === '127.0.0.2') socket.destroy()
  await expect.poll(() => ask('127.0.0.2'), SOON).toBe('served')
})

it('a proxy brings the connections of everybody; in all there are no more than the process takes', async () => {
  const { ask } = await openServer()
  expect(served(await times(6, () => ask(PROXY)))).toBe(6)
  expect(served(await times(4, () => ask('127.0.0.4')))).toBe(2)
  expect(await ask('127.0.0.5')).toBe('closed')
})

const RESET = `
const socket = require('node:net').connect(+process.argv[1], '127.0.0.1', () =>
  socket.write('POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 0\\r\\n\\r\\n', () => socket.resetAndDestroy()))`

it('a connection that was reset before it was accepted has no address any more, and no limit would count its request', async () => {
  const { ask, callers, port } = await openServer()
  // This process accepts nothing until the other one has ended.
  execFileSync(process.execPath, ['-e', RESET, String(port)])
  expect(await ask('127.0.0.6')).toBe('served')
  expect(callers).toEqual(['127.0.0.6'])
})
