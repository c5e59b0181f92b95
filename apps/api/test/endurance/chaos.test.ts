import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { RARELY_POSSIBLE } from '../chaos/faults.ts'
import { runChaos } from '../chaos/run-chaos.ts'
import { openBucket } from '../fakes/bucket.ts'

/** Set by `pnpm chaos`. */
const { CHAOS_SEED = '1', CHAOS_SECONDS = '0', CHAOS_HOLD = '700', CHAOS_REPORT } = process.env
const [seed, seconds, hold] = [CHAOS_SEED, CHAOS_SECONDS, CHAOS_HOLD].map(Number) as [number, number, number]
const LONG = { timeout: 2 * seconds * 1000 + 900_000 }

const bucket = await openBucket()
if (bucket) {
  let running: ReturnType<typeof runChaos> | undefined
  const chaos = () => {
    running ??= runChaos(bucket, { seed, seconds, hold })
    return running
  }

  it('loses no acknowledged write under any fault', LONG, async () => {
    const report = await chaos()
    if (CHAOS_REPORT) writeFileSync(CHAOS_REPORT, JSON.stringify(report))
    expect(report).toMatchObject({ broken: [], unexplained: [], busy: [], logged: [] })
    expect(report.checkup.code, report.checkup.text).toBe(0)
    expect(Object.values(report.requests).every(({ done }) => done > 0)).toBe(true)
    const kinds = ['delete', 'other', 'report', 'restore', 'upload', 'view', 'vote']
    expect(Object.keys(report.requests).sort()).toEqual(kinds)
  })

  it.for(RARELY_POSSIBLE)('includes the fault: %s', LONG, async (fault, { skip }) => {
    const { faults, impossible } = await chaos()
    const reason = impossible.find(({ name }) => name === fault)?.reason
    if (reason !== undefined) skip(reason)
    expect(faults[fault]).toBeGreaterThan(0)
  })
}
