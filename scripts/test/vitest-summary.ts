import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { type Summary, writeSummary } from './summary.ts'

const titleOf = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`

/** Counts the tests of vitest. A file that broke before its tests counts as a failed one, a test that did not run too. */
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
          summary.skipped.push({ title: titleOf(test), reason: result.note ?? '' })
        // Failed, or not run since its worker ended.
        else summary.failed.push(titleOf(test))
      }
    }
    writeSummary(summary)
  }
}
