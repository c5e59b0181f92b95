import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { ownPort } from '../../test/app/server-process.ts'
import { describeError } from './error-text.ts'

it('names the failure of each address of a host', async () => {
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
  expect(describeError(failure)).toBe(`connect ECONNREFUSED 127.0.0.1:${port}; connect ECONNREFUSED 127.0.0.2:${port}`)
})

it('has a text for every failure', () => {
  expect(describeError(new Error('It is full.'))).toBe('It is full.')
  expect(describeError(Object.assign(new Error(''), { code: 'ENOSPC' }))).toBe('ENOSPC')
  expect(describeError(new AggregateError([], ''))).toBe('AggregateError')
  expect(describeError(new TypeError(''))).toBe('TypeError')
  expect(describeError('stopped')).toBe('stopped')
  expect(describeError(undefined)).toBe('undefined')
})
