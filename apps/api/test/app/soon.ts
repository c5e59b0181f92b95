import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '../../src/domain/day.ts'

/** Milliseconds that a test may take. */
const ENOUGH = 30_000

/** Waits for the new UTC day if midnight is close, because these tests must not span two days. */
export const beforeMidnight = async () => {
  const left = () => DAY_MS - (Date.now() % DAY_MS)
  const today = Math.floor(Date.now() / DAY_MS)
  while (left() < ENOUGH && Math.floor(Date.now() / DAY_MS) === today) await pause(left())
}

/** Shorter than a test's timeout, which would hide the last value. */
export const SOON = { timeout: 120_000, interval: 50 }

/** For tests that start several processes. */
export const PROCESSES = { timeout: 300_000 }
