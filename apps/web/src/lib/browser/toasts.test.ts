import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, shownToast, toast } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const readShownId = () => shownToast()?.id ?? -1

test('replaces the shown toast by the next one', () => {
  toast({ title: 'First' })
  const first = readShownId()
  toast({ title: 'Second' })
  expect(shownToast()).toMatchObject({ title: 'Second', open: true })
  dismissToast(first)
  expect(shownToast()).toMatchObject({ title: 'Second', open: true })
})

test('forgets a dismissed toast after 1,000,000 ms', () => {
  toast({ title: 'Done' })
  dismissToast(readShownId())
  vi.advanceTimersByTime(999_999)
  expect(shownToast()).toMatchObject({ title: 'Done', open: false })
  vi.advanceTimersByTime(1)
  expect(shownToast()).toBeNull()
})

test('keeps a toast that is shown after a dismissed one', () => {
  toast({ title: 'Old' })
  dismissToast(readShownId())
  toast({ title: 'New' })
  vi.advanceTimersByTime(2_000_000)
  expect(shownToast()).toMatchObject({ title: 'New', open: true })
})
