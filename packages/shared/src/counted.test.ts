import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('uses the singular for one', () => {
  expect([counted(0, 'vote'), counted(1, 'vote'), counted(1284, 'vote')]).toEqual(['0 votes', '1 vote', '1,284 votes'])
})
