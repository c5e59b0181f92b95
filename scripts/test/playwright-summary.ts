import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { type Summary, writeSummary } from './summary.ts'

const titleOf = (test: TestCase) => test.titlePath().filter(Boolean).join(' > ')

/** Counts the tests of Playwright. One that did not run because the run was cut off counts as failed. */
export default class implements Reporter {
  private suite?: Suite

  onBegin(_config: FullConfig, suite: Suite) {
    this.suite = suite
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
