import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchIdle } from './triggers.ts'

const SECONDS = 60
const MS = SECONDS * 1000

describe('the idle timer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const watch = () => {
    const page = new EventTarget()
    const onIdle = vi.fn(() => true)
    const stop = watchIdle(SECONDS, onIdle, page)
    return { onIdle, stop, act: (activity: string) => page.dispatchEvent(new Event(activity)) }
  }

  test('fires once after the time without activity', () => {
    const { onIdle } = watch()
    vi.advanceTimersByTime(MS - 1)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onIdle).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(10 * MS)
    expect(onIdle).toHaveBeenCalledOnce()
  })

  test.each([
    ...['mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart', 'click', 'load'],
    ...['keydown', 'input'],
  ])('restarts on %s', (activity) => {
    const { onIdle, act } = watch()
    vi.advanceTimersByTime(MS - 1)
    act(activity)
    vi.advanceTimersByTime(MS - 1)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onIdle).toHaveBeenCalledOnce()
  })

  test.each([
    { what: 'not within a second of the last restart', pause: 999, left: MS - 999 },
    { what: 'again after a second', pause: 1000, left: MS },
  ])('restarts at most once per second: $what', ({ pause, left }) => {
    const { onIdle, act } = watch()
    vi.advanceTimersByTime(10_000)
    act('mousemove')
    vi.advanceTimersByTime(pause)
    act('mousemove')
    vi.advanceTimersByTime(left - 1)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onIdle).toHaveBeenCalledOnce()
  })

  test('restarts on activity after the clock of the device was set back', () => {
    const { onIdle, act } = watch()
    vi.advanceTimersByTime(MS - 1)
    vi.setSystemTime(Date.now() - 10 * MS)
    act('mousemove')
    vi.advanceTimersByTime(MS - 1)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onIdle).toHaveBeenCalledOnce()
  })

  test('fires again after the same time when a redirect is not possible', () => {
    const { onIdle } = watch()
    onIdle.mockReturnValueOnce(false).mockReturnValueOnce(false)
    vi.advanceTimersByTime(3 * MS - 1)
    expect(onIdle).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(10 * MS)
    expect(onIdle).toHaveBeenCalledTimes(3)
  })

  test('does not fire after it was stopped', () => {
    const { onIdle, stop, act } = watch()
    stop()
    act('mousemove')
    act('scroll')
    vi.advanceTimersByTime(10 * MS)
    expect(onIdle).not.toHaveBeenCalled()
  })
})
