import { listTakedowns } from '@hotvote/shared/operator/takedown-review'
import { expect, test } from 'vitest'
import { validQuery } from './url-state.ts'

test('drops filters that are unset or that the contract rejects', () => {
  const set = { status: 'pending', search: '', order: 'asc' }
  expect(validQuery(listTakedowns, set)).toEqual({ status: 'pending', order: 'asc' })
  expect(validQuery(listTakedowns, { status: 'made-up', search: 'Ada', order: 'up' })).toEqual({ search: 'Ada' })
})
