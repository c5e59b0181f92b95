import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { ownPort } from '../../test/app/ports.ts'
import { textOf } from './error-text.ts'

it('says of each address of a name why nobody answers there', async () => {
  const port = await ownPort()
  const addresses: LookupAddress[] = [
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.2', family: 4 },
  ]
  const lookup = (...[, , answer]: [string, unknown, (error: null, found: LookupAddress[]) => void]) =>
    answer(null, addresses)
  const connected = once(connect({ host: 'several.example.test', port, lookup: lookup as never }), 'connect')
  const failure = await connected.catch((error: unknown) => error)
  expect(failure).toMatchObject({ message: '' })
  expect(textOf(failure)).toBe(`connect ECONNREFUSED 127.0.0.1:${port}; connect ECONNREFUSED 127.0.0.2:${port}`)
})

it('says something of every failure', () => {
  expect(textOf(new Error('It is full.'))).toBe('It is full.')
  expect(textOf(Object.assign(new Error(''), { code: 'ENOSPC' }))).toBe('ENOSPC')
  expect(textOf(new AggregateError([], ''))).toBe('AggregateError')
  expect(textOf(new TypeError(''))).toBe('TypeError')
  expect(textOf('stopped')).toBe('stopped')
  expect(textOf(undefined)).toBe('undefined')
})
