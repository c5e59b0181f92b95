import { expect, test } from 'vitest'
import { steadied } from './use-steady-entries.ts'

const entries = (keys: string) => [...keys].map((key) => ({ key }))
const text = (list: { key: string }[]) => list.map(({ key }) => key).join('')
const steady = (shown: string, listed: string, { hasMore = false, own = '' } = {}) => {
  const now = steadied(entries(shown), { listed: entries(listed), hasMore, own })
  return [text(now.shown), [...now.gone].join(''), text(now.held)]
}

test('what comes in above others waits; what comes in behind all is shown', () => {
  expect(steady('abc', 'abc')).toEqual(['abc', '', ''])
  expect(steady('abc', 'xabycz')).toEqual(['abcz', '', 'xy'])
  expect(steady('', 'xy')).toEqual(['xy', '', ''])
})

test('what changes its place in the list keeps it on the screen', () => {
  expect(steady('abc', 'cab')).toEqual(['abc', '', ''])
})

test('what is gone keeps its place until one decides on another; then both go', () => {
  expect(steady('abc', 'ac')).toEqual(['abc', 'b', ''])
  expect(steady('abc', 'a', { own: 'c' })).toEqual(['a', '', ''])
  expect(steady('ab', 'xb', { own: 'b' })).toEqual(['ab', 'a', 'x'])
  expect(steady('ab', 'xy')).toEqual(['abxy', 'ab', ''])
})

test('what may be on a page that is not loaded is not gone', () => {
  expect(steady('abc', 'xab', { hasMore: true })).toEqual(['abc', '', 'x'])
  expect(steady('abc', 'xac', { hasMore: true })).toEqual(['abc', 'b', 'x'])
  expect(steady('abc', 'xabcd')).toEqual(['abcd', '', 'x'])
})

test('what one took back is in its place at once', () => {
  expect(steady('ac', 'xabc', { own: 'b' })).toEqual(['abc', '', 'x'])
  expect(steady('bc', 'xabc', { own: 'a' })).toEqual(['abc', '', 'x'])
  expect(steady('ab', 'abc', { own: 'c' })).toEqual(['abc', '', ''])
})

test('where nothing is left of what was shown, all is', () => {
  expect(steady('a', 'xy', { own: 'a' })).toEqual(['xy', '', ''])
  expect(steady('ab', '')).toEqual(['', '', ''])
})
