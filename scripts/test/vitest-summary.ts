import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { type Summary, writeSummary } from './summary.ts'

const fullTitle = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`

/** Counts broken test files and tests that never ran as failed. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const summary: Summary = { passed: 0, failed: [], skipped: [] }
    for (const module of modules) {
      if (module.state() === 'failed' && module.children.allTests('failed').next().done)
        summary.failed.push(module.relativeModuleId)
      for (const test of module.children.allTests()) {
        const result = test.result()
        if (result.state === 'passed') summary.passed++
        else if (result.state === 'skipped' && (result.note || module.state() !== 'failed'))
          summary.skipped.push({ title: fullTitle(test), reason: result.note ?? '' })
        else summary.failed.push(fullTitle(test))
      }
    }
    writeSummary(summary)
  }
}
