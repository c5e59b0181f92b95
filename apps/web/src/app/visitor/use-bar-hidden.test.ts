import { expect, test } from 'vitest'
import { hidesBar } from './use-bar-hidden.ts'

test.each<[string, Parameters<typeof hidesBar>, boolean]>([
  ['hides the bar beyond 100 px while scrolling down', [false, 0, 101], true],
  ['shows the bar up to 100 px', [false, 0, 100], false],
  ['keeps the bar hidden while scrolling down', [true, 101, 400], true],
  ['keeps the bar hidden without a movement', [true, 101, 101], true],
  ['shows the bar while scrolling up', [true, 400, 399], false],
  ['shows the bar within 10 px of the top in either direction', [true, 5, 10], false],
  ['keeps the bar hidden from 11 px on', [true, 5, 11], true],
])('%s', (_what, scrolled, isHidden) => {
  expect(hidesBar(...scrolled)).toBe(isHidden)
})
