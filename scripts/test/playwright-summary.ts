import { readFileSync } from 'node:fs'
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { type Summary, writeSummary } from './summary.ts'

const fullTitle = (test: TestCase) => test.titlePath().filter(Boolean).join(' > ')

/** Returns the accessibility tree of a failed test's page. */
const shownAt = ({ attachments }: TestResult): string | undefined => {
  const context = attachments.find(({ name }) => name === 'error-context')
  return context?.path && /```yaml\n(.*?)```/s.exec(readFileSync(context.path, 'utf8'))?.[1]
}

/** Prints the page of each failed test; tests that never ran count as failed. */
export default class implements Reporter {
  private suite?: Suite

  onBegin(_config: FullConfig, suite: Suite) {
    this.suite = suite
  }

  onTestEnd(test: TestCase, result: TestResult) {
    const shown = shownAt(result)
    if (shown) process.stdout.write(`\n${fullTitle(test)}: the page showed\n\n${shown}\n`)
  }

  onEnd() {
    const summary: Summary = { passed: 0, failed: [], skipped: [] }
    for (const test of this.suite?.allTests() ?? []) {
      const skip = test.annotations.find(({ type }) => type === 'skip')
      if (test.outcome() === 'expected') summary.passed++
      else if (test.outcome() === 'skipped' && skip)
        summary.skipped.push({ title: fullTitle(test), reason: skip.description ?? '' })
      else summary.failed.push(fullTitle(test))
    }
    writeSummary(summary)
  }

  printsToStdio() {
    return false
  }
}
