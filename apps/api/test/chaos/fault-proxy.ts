import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterUse } from '../app/after-use.ts'

/** `hold`: no data passes; `delay`: late chunks; `lose answers`: only requests pass; `cut`: connections break. */
export type Fault =
  | { how: 'refuse' | 'hold' | 'lose answers' }
  | { how: 'delay'; milliseconds: number }
  | { how: 'cut'; bytes: number }

type State = { fault: Fault | undefined; lifted: PromiseWithResolvers<void> }
type Way = { state: State; isAnswer: boolean; cut: () => void }

const passing = ({ state, isAnswer, cut }: Way) => {
  let seen = 0
  return new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      while (state.fault?.how === 'hold') await state.lifted.promise
      const { fault } = state
      seen += chunk.length
      if (fault?.how === 'lose answers' && isAnswer) return done()
      if (fault?.how === 'cut' && seen > fault.bytes) return cut()
      if (fault?.how === 'delay') await pause(fault.milliseconds)
      done(null, chunk)
    },
  })
}

export const openFaultProxy = async (target: NetConnectOpts) => {
  const state: State = { fault: undefined, lifted: Promise.withResolvers() }
  const open = new Set<Socket>()
  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  const server = createServer((client) => {
    if (state.fault?.how === 'refuse') return void client.destroy()
    const upstream = connect(target)
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', cut)
      socket.on('close', () => {
        open.delete(socket)
        cut()
      })
    }
    client.pipe(passing({ state, isAnswer: false, cut })).pipe(upstream)
    upstream.pipe(passing({ state, isAnswer: true, cut })).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterUse(async () => {
    const closed = once(server, 'close')
    server.close()
    cutAll()
    await closed
  })
  return {
    port: (server.address() as AddressInfo).port,
    fail: (fault: Fault) => {
      state.fault = fault
      if (fault.how === 'refuse') cutAll()
    },
    work: () => {
      const { fault, lifted } = state
      state.fault = undefined
      state.lifted = Promise.withResolvers()
      lifted.resolve()
      if (fault?.how === 'lose answers') cutAll()
    },
  }
}
