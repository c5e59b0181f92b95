/** What a run of tests says about a mutation. */
export type Verdict = { outcome: 'killed' | 'survived' | 'not judged'; why: string }

export type Failure = { test: string; message: string }
export type Report = { passed: number; failures: Failure[] }
/** How the process of a run ended; without a report it did not get as far as its tests. */
export type Run = { code: number | null; isLate: boolean; said: string; report: Report | undefined }

/**
 * Words of a comparison that did not hold: `expect` of Vitest and of Playwright, supertest's `expect`, and a locator
 * or navigation that a browser test waited for in vain. A TypeError or a closed connection is none of them.
 */
const ASSERTIONS = [
  /^AssertionError\b/,
  /\bexpect(\.\w+)?\(.*\)/,
  /^Error: expected .+(, got | to )/,
  /\blocator\.\w+: (Test timeout|Timeout)/,
  /\bpage\.waitFor\w+: (Test timeout|Timeout)/,
]

const isAssertion = ({ message }: Failure) => ASSERTIONS.some((words) => words.test(message))

/** Without the stack. */
const inOneLine = (text: string) =>
  text
    .replace(/\n\s+at .*/s, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)

/** Killed is only what an assertion of a test noticed: a crash proves nothing about the place. */
export function verdictOf({ code, isLate, said, report }: Run): Verdict {
  const failure = report?.failures.find(isAssertion)
  if (failure) return { outcome: 'killed', why: `${failure.test}: ${inOneLine(failure.message)}` }
  if (isLate) return { outcome: 'not judged', why: 'the run took too long' }
  const [other] = report?.failures ?? []
  if (other) return { outcome: 'not judged', why: `${other.test}: ${inOneLine(other.message)}` }
  if (code === 0 && report && report.passed > 0) return { outcome: 'survived', why: `${report.passed} tests passed` }
  return { outcome: 'not judged', why: `exit code ${code}: ${inOneLine(said.slice(-400)) || 'no test ran'}` }
}
