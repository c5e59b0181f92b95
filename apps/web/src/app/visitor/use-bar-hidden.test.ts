import { expect, test } from 'vitest'
import { hidesBar } from './use-bar-hidden.ts'

test.each<[string, Parameters<typeof hidesBar>, boolean]>([
  ['goes beyond 100 px on the way down', [false, 0, 101], true],
  ['stays up to 100 px', [false, 0, 100], false],
  ['stays hidden on the way down', [true, 101, 400], true],
  ['stays hidden where nothing moves', [true, 101, 101], true],
  ['comes back on the way up', [true, 400, 399], false],
  ['comes back within 10 px of the top, whichever way', [true, 5, 10], false],
  ['stays hidden from 11 px on', [true, 5, 11], true],
])('the bottom bar %s', (_what, scrolled, isHidden) => {
  expect(hidesBar(...scrolled)).toBe(isHidden)
})
