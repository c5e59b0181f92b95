import { expect, test } from 'vitest'
import { initials } from './avatar.tsx'

test('shows the first two letters of the username, or else HV', () => {
  expect([initials('sunnyOtter42'), initials(''), initials(undefined)]).toEqual(['SU', 'HV', 'HV'])
})
