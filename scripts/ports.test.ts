import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { claimPort } from './ports.ts'

const oneOf = (...ports: number[]) => {
  const left = [...ports]
  return () => left.shift() ?? 0
}

it('never returns a port that is claimed or in use', async () => {
  const [first, second] = [await claimPort(), await claimPort()]
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: busy } = server.address() as AddressInfo
  second.release()

  const again = await claimPort(oneOf(first.port, busy, second.port))

  expect(again.port).toBe(second.port)
  first.release()
  again.release()
  server.close()
})
