import { readFileSync } from 'node:fs'
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { type Summary, writeSummary } from './summary.ts'

const titleOf = (test: TestCase) => test.titlePath().filter(Boolean).join(' > ')

/** What the page of a failed test showed, as a tree of roles and names. */
const shownAt = ({ attachments }: TestResult): string | undefined => {
  const context = attachments.find(({ name }) => name === 'error-context')
  return context?.path && /```yaml\n(.*?)```/s.exec(readFileSync(context.path, 'utf8'))?.[1]
}

/**
 * Counts the tests of Playwright, and prints what the page of a failed one showed: the files that say so may be out of reach.
 * A test that did not run because the run was cut off counts as failed.
 */
export default class implements Reporter {
  private suite?: Suite

  onBegin(_config: FullConfig, suite: Suite) {
    this.suite = suite
  }

  onTestEnd(test: TestCase, result: TestResult) {
    const shown = shownAt(result)
    if (shown) process.stdout.write(`\n${titleOf(test)}: the page showed\n\n${shown}\n`)
  }

  onEnd() {
    const summary: Summary = { passed: 0, failed: [], skipped: [] }
    for (const test of this.suite?.allTests() ?? []) {
      const skip = test.annotations.find(({ type }) => type === 'skip')
      if (test.outcome() === 'expected') summary.passed++
      else if (test.outcome() === 'skipped' && skip)
        summary.skipped.push({ title: titleOf(test), reason: skip.description ?? '' })
      else summary.failed.push(titleOf(test))
    }
    writeSummary(summary)
  }

  printsToStdio() {
    return false
  }
}
