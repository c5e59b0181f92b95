import { stripVTControlCharacters } from 'node:util'
import type { Failure, Report } from './verdict.ts'

type VitestReport = {
  testResults: {
    status: string
    message?: string
    name: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: { results: { status: string; errors: { message?: string }[] }[] }[] }[]
}
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: { message?: string }[] }

const failure = (test: string, message = ''): Failure => ({ test, message: stripVTControlCharacters(message) })

/** What Vitest's `json` reporter wrote. */
export function vitestReport(text: string): Report {
  const { testResults } = JSON.parse(text) as VitestReport
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  // It did not load, or what stands around its tests failed.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: [
      ...tests.flatMap(({ fullName, failureMessages }) => failureMessages.map((text) => failure(fullName, text))),
      ...broken.map(({ name, message }) => failure(name, message)),
    ],
  }
}

/** What Playwright's `json` reporter wrote. */
export function playwrightReport(text: string): Report {
  const { suites, errors } = JSON.parse(text) as PlaywrightReport
  const specsOf = (suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
    ...(suite.specs ?? []),
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  const runs = suites
    .flatMap(specsOf)
    .flatMap(({ title, tests }) => tests.flatMap(({ results }) => results.map((result) => ({ title, ...result }))))
  return {
    passed: runs.filter(({ status }) => status === 'passed').length,
    failures: [
      ...runs.flatMap(({ title, errors }) => errors.map(({ message }) => failure(title, message))),
      ...errors.map(({ message }) => failure('the run', message)),
    ],
  }
}
