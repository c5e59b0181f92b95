import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network.ts'

/** Connections that are open at once: in all, and of one network, which may be that of many people. */
const LIMITS = { all: 10_000, network: 500 }

type Rules = {
  /** Whether an address is that of a proxy, which brings the connections of everybody. */
  isProxy: (address: string) => boolean
  limits?: typeof LIMITS
}

/** Closes connections beyond the limits as soon as they are opened, so that one network cannot use them all up. */
export const limitConnections = (server: Server, { isProxy, limits = LIMITS }: Rules) => {
  server.maxConnections = limits.all
  const open = new Map<string, number>()
  const closed = (network: string) => {
    const left = (open.get(network) ?? 1) - 1
    if (left > 0) open.set(network, left)
    else open.delete(network)
  }
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    // It was reset before it was accepted; its request may have come along, and no limit would count that.
    if (address === undefined) return void socket.destroy()
    if (isProxy(address)) return
    const network = networkOf(address)
    const count = (open.get(network) ?? 0) + 1
    if (count > limits.network) return void socket.destroy()
    open.set(network, count)
    socket.once('close', () => closed(network))
  })
}
