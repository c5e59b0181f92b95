import { expect, test } from 'vitest'
import { TAKEDOWNS, takedownsQuery } from './takedowns.api.ts'

const asked = (filters: Partial<Parameters<typeof takedownsQuery>[0]>) =>
  takedownsQuery({ status: '', search: '', order: '', ...filters }, '').queryKey

test('ignores filters that do not exist', () => {
  expect(asked({ status: 'pending', order: 'asc' })).toEqual([
    ...TAKEDOWNS,
    'list',
    { status: 'pending', order: 'asc', limit: 20 },
    '',
  ])
  expect(asked({ status: 'made-up', search: 'Ada', order: 'up' })).toEqual([
    ...TAKEDOWNS,
    'list',
    { search: 'Ada', limit: 20 },
    '',
  ])
})
