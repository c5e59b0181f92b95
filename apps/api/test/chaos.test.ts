import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runChaos } from './chaos/run-chaos.ts'
import { broken } from './used-site.ts'

/** Set by `pnpm chaos`. */
const { CHAOS_SEED = '1', CHAOS_SECONDS = '0', CHAOS_HOLD = '700', CHAOS_REPORT } = process.env
const [seed, seconds, hold] = [CHAOS_SEED, CHAOS_SECONDS, CHAOS_HOLD].map(Number) as [number, number, number]

it('loses nothing that was acknowledged, whatever goes wrong', { timeout: 2 * seconds * 1000 + 900_000 }, async () => {
  const report = await runChaos({ seed, seconds, hold })
  // What is missing where there is no S3 server says its test.
  if (!report) return
  if (CHAOS_REPORT) writeFileSync(CHAOS_REPORT, JSON.stringify(report))
  expect(broken(report.checks)).toEqual({})
  expect(report.unexplained).toEqual([])
  expect(report.exitCode).toBe(0)
  expect(Object.values(report.requests).every(({ done }) => done > 0)).toBe(true)
  const kinds = ['delete', 'other', 'report', 'restore', 'upload', 'view', 'vote']
  expect(Object.keys(report.requests).sort()).toEqual(kinds)
})
