import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { endProcessesOf } from '../test/processes.ts'
import { makeRunFolder } from '../test/run-folder.ts'
import type { Place } from './place.ts'
import { run } from './process.ts'
import { playwrightReport, vitestReport } from './reports.ts'
import { type Report, type Verdict, verdictOf } from './verdict.ts'

/** Milliseconds for one run; the slowest file takes two minutes. */
const LIMIT_MS = 20 * 60_000
/** Milliseconds that an expectation in a browser waits for what a mutation may have taken away. */
const EXPECT_TIMEOUT = '15000'

export type Tests = Pick<Place, 'tests' | 'size' | 'grep'>
type Options = { workers: string | undefined; isStoppedByFailure: boolean }

export const isSpec = (file: string) => file.endsWith('.spec.ts')

async function reported(command: string[], folder: string, parse: (text: string) => Report): Promise<Verdict> {
  // What tests and browsers put there goes with it, also when they are cut off.
  const temporary = makeRunFolder()
  const path = join(temporary, 'report.json')
  const env = { TMPDIR: temporary, PLAYWRIGHT_JSON_OUTPUT_NAME: path, EXPECT_TIMEOUT }
  try {
    const ended = await run([...command, ...(parse === vitestReport ? [`--outputFile=${path}`] : [])], {
      cwd: folder,
      env,
      limitMs: LIMIT_MS,
    })
    return verdictOf({ ...ended, report: existsSync(path) ? parse(readFileSync(path, 'utf8')) : undefined })
  } finally {
    await endProcessesOf(temporary)
    rmSync(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

function vitest(folder: string, files: string[], { workers, isStoppedByFailure }: Options) {
  const more = [...(isStoppedByFailure ? ['--bail=1'] : []), ...(workers ? [`--maxWorkers=${workers}`] : [])]
  return reported(['node_modules/.bin/vitest', 'run', '--reporter=json', ...more, ...files], folder, vitestReport)
}

async function playwright(folder: string, { tests, size, grep }: Tests, { workers, isStoppedByFailure }: Options) {
  // Does nothing when the page is up to date, as after a change of the API.
  const page = await run([process.execPath, 'scripts/build-page.ts'], { cwd: folder, limitMs: LIMIT_MS })
  if (page.code !== 0) return verdictOf({ ...page, report: undefined })
  const more = [
    ...(isStoppedByFailure ? ['-x'] : []),
    ...(workers ? [`--workers=${workers}`] : []),
    ...(grep ? ['--grep', grep] : []),
  ]
  const project = `--project=${size ?? 'desktop'}`
  const command = ['node_modules/.bin/playwright', 'test', '--reporter=json', project, ...more, ...tests]
  return reported(command, folder, playwrightReport)
}

/** Runs the named tests: first those that need no browser, and the others unless these have noticed something. */
export async function runTests(folder: string, what: Tests, options: Options): Promise<Verdict> {
  const specs = what.tests.filter(isSpec)
  const others = what.tests.filter((file) => !isSpec(file))
  const first = others.length > 0 ? await vitest(folder, others, options) : undefined
  if (specs.length === 0 || (first && first.outcome !== 'survived'))
    return first ?? { outcome: 'not judged', why: 'no tests are named' }
  return playwright(folder, { ...what, tests: specs }, options)
}
