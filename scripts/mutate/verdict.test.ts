import { expect, test } from 'vitest'
import { playwrightReport, vitestReport } from './reports.ts'
import { type Report, verdictOf } from './verdict.ts'

const ended = { code: 1, isLate: false, said: '' }
const failing = (message: string): Report => ({ passed: 3, failures: [{ test: 'a test', message }] })

test.each([
  'AssertionError: expected 2 to be 3 // Object.is equality',
  'Error: expect(locator).toHaveText(expected) failed',
  'Error: the row\n\nexpect(received).toEqual(expected)',
  'Error: expect.poll(received).toBe(expected)',
  'Error: expected 404 "Not Found", got 200 "OK"',
  "Error: expected [Function] to throw error matching /^No$/ but got 'Yes'",
  "Error: expected 'Yes' to be 'No' // Object.is equality",
  'Error: locator.click: Test timeout of 60000ms exceeded.\nCall log:\n  - waiting for getByRole("button")',
])('a mutation is killed by an assertion: %s', (message) => {
  expect(verdictOf({ ...ended, report: failing(message) }).outcome).toBe('killed')
})

test.each([
  "TypeError: Cannot read properties of undefined (reading 'id')",
  'Error: page.goto: net::ERR_CONNECTION_REFUSED',
  'Error: The application ended with 1',
  'Test timeout of 60000ms exceeded.',
])('any other failure judges nothing: %s', (message) => {
  expect(verdictOf({ ...ended, report: failing(message) }).outcome).toBe('not judged')
})

test('an assertion among other failures kills', () => {
  const failures = ['Test timeout of 60000ms exceeded.', 'Error: expect(locator).toBeVisible() failed']
  const report = { passed: 0, failures: failures.map((message) => ({ test: 'a test', message })) }
  expect(verdictOf({ ...ended, report }).outcome).toBe('killed')
})

test('a mutation survives green tests only', () => {
  const green = { passed: 3, failures: [] }
  expect(verdictOf({ ...ended, code: 0, report: green }).outcome).toBe('survived')
  expect(verdictOf({ ...ended, code: 0, report: { ...green, passed: 0 } }).outcome).toBe('not judged')
  expect(verdictOf({ ...ended, code: 1, report: green }).outcome).toBe('not judged')
  expect(verdictOf({ ...ended, code: 0, isLate: true, report: green }).outcome).toBe('not judged')
  expect(verdictOf({ ...ended, report: undefined }).outcome).toBe('not judged')
})

test('reads what Vitest reports, files that do not load included', () => {
  const text = JSON.stringify({
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'one', status: 'passed', failureMessages: [] },
          { fullName: 'two', status: 'failed', failureMessages: ['AssertionError: no'] },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'SyntaxError: b', assertionResults: [] },
    ],
  })
  expect(vitestReport(text)).toEqual({
    passed: 1,
    failures: [
      { test: 'two', message: 'AssertionError: no' },
      { test: 'b.test.ts', message: 'SyntaxError: b' },
    ],
  })
})

test('reads what Playwright reports, nested suites and failures of the run included', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    tests: [{ results: [{ status, errors: messages.map((message) => ({ message })) }] }],
  })
  const text = JSON.stringify({
    suites: [
      { specs: [spec('one', 'passed')], suites: [{ specs: [spec('two', 'failed', '\u001b[31mError: no\u001b[39m')] }] },
    ],
    errors: [{ message: 'No database' }],
  })
  expect(playwrightReport(text)).toEqual({
    passed: 1,
    failures: [
      { test: 'two', message: 'Error: no' },
      { test: 'the run', message: 'No database' },
    ],
  })
})
