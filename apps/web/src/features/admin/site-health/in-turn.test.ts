import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

/** Work whose runs end when they are told to. */
const heldRuns = () => {
  const runs: (() => void)[] = []
  const run = inTurn(() => new Promise((end) => runs.push(() => end())))
  return { runs, run }
}

test('what is asked for during a run is done once more after it', async () => {
  const { runs, run } = heldRuns()
  const done = run()
  await run()
  await run()
  expect(runs).toHaveLength(1)
  runs[0]?.()
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.()
  await done
  expect(runs).toHaveLength(2)
})

test('after its end it begins anew', async () => {
  const { runs, run } = heldRuns()
  for (const n of [0, 1]) {
    const done = run()
    runs[n]?.()
    await done
  }
  expect(runs).toHaveLength(2)
})
