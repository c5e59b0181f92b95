import { writeFileSync } from 'node:fs'

export type Skip = { title: string; reason: string }
/** `failed` lists test titles. */
export type Summary = { passed: number; failed: string[]; skipped: Skip[] }

/** Does nothing unless `scripts/test.ts` runs the tests. */
export function writeSummary(summary: Summary) {
  const file = process.env.TEST_SUMMARY_FILE
  if (file) writeFileSync(file, JSON.stringify(summary))
}
