import { writeFileSync } from 'node:fs'

/** A test that was left out, and what for. */
export type Skip = { title: string; reason: string }
/** What became of the tests of one runner. `failed` names them. */
export type Summary = { passed: number; failed: string[]; skipped: Skip[] }

/** Leaves a summary where `scripts/test.ts` looks for it; alone, a runner needs none. */
export function writeSummary(summary: Summary) {
  const file = process.env.TEST_SUMMARY_FILE
  if (file) writeFileSync(file, JSON.stringify(summary))
}
