import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds that a test of one day may take. */
const ENOUGH = 30_000
const DAY = 86_400_000

/** Waits for the new day (UTC) where it is about to begin: what a test says of today has to hold until its end. */
export const beforeMidnight = async () => {
  const left = () => DAY - (Date.now() % DAY)
  const today = Math.floor(Date.now() / DAY)
  while (left() < ENOUGH && Math.floor(Date.now() / DAY) === today) await pause(left())
}
