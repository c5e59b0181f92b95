import { expect, test } from 'vitest'
import { POLL_MS, polled, polledFirstPage } from './operator-query.ts'

test('polls what was loaded, and leaves a failed first load to "Try again"', () => {
  expect(polled.refetchInterval({ state: { data: {} } })).toBe(POLL_MS)
  expect(polled.refetchInterval({ state: {} })).toBe(false)
})

test('polls a list only while its first page is all that is loaded', () => {
  const intervalAfter = (...pages: string[]) => polledFirstPage.refetchInterval({ state: { data: { pages } } })
  expect(intervalAfter('first')).toBe(POLL_MS)
  expect(intervalAfter('first', 'second')).toBe(false)
  expect(polledFirstPage.refetchInterval({ state: {} })).toBe(false)
})
