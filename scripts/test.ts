/**
 * `node scripts/test.ts [PART [arguments of its runner]]`: runs the test parts and prints a summary.
 * Always cleans up process groups and the temporary folder.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeClockLeftovers } from './test/clock-leftovers.ts'
import { endProcessesIn, runInGroup } from './test/processes.ts'
import { makeRunFolder } from './test/run-folder.ts'
import type { Skip, Summary } from './test/summary.ts'

const PREPARE = [
  ['node', 'scripts/build-page.ts'],
  ['node', 'scripts/browser.ts'],
]

const VITEST = ['vitest', 'run', '--reporter=default', '--reporter=./scripts/test/vitest-summary.ts']

/** Commands of each part; the last one receives the arguments. */
const PARTS: Record<string, string[][]> = {
  prepare: PREPARE,
  check: [['pnpm', 'check']],
  unit: [[...VITEST, '--project', 'unit']],
  endurance: [
    ['node', 'scripts/build-page.ts'],
    [...VITEST, '--project', 'endurance'],
  ],
  browser: [...PREPARE, ['playwright', 'test', '--reporter=list,./scripts/test/playwright-summary.ts']],
}

/** Runs `prepare` and `check` beside the unit tests, which often wait for processes. */
const SIDE_BY_SIDE = [['prepare', 'check', 'unit'], ['browser']]

type Outcome = { part: string; seconds: number; code: number | 'stopped'; summary: Summary | undefined }
type Run = { folder: string; signal: AbortSignal; args: string[]; hold?: boolean }

async function runPart(part: string, { folder, signal, args, hold = false }: Run): Promise<Outcome> {
  const started = performance.now()
  const own = join(folder, part)
  mkdirSync(own)
  const summaryFile = join(own, 'summary.json')
  const printed = join(own, 'printed')
  const output = hold ? openSync(printed, 'a') : undefined
  const env = { ...process.env, TMPDIR: own, TEST_SUMMARY_FILE: summaryFile }
  const commands = PARTS[part] ?? []
  let code = 0
  for (const [index, command] of commands.entries()) {
    if (signal.aborted || code !== 0) break
    const isLast = index === commands.length - 1
    code = await runInGroup(isLast ? [...command, ...args] : command, { env, signal, output })
  }
  if (output !== undefined) {
    closeSync(output)
    process.stdout.write(readFileSync(printed))
  }
  const outcome: Outcome = {
    part,
    seconds: secondsSince(started),
    code: signal.aborted ? 'stopped' : code,
    summary: existsSync(summaryFile) ? JSON.parse(readFileSync(summaryFile, 'utf8')) : undefined,
  }
  await endProcessesIn(own)
  return outcome
}

/** Streams the output of the last part; buffers the output of the others. */
const runTogether = (parts: string[], run: Run): Promise<Outcome[]> =>
  Promise.all(parts.map((part, index) => runPart(part, { ...run, hold: index < parts.length - 1 })))

const secondsSince = (started: number) => Math.round((performance.now() - started) / 1000)

const counts = (passed: number, failed: number, skipped: number) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

function formatLine({ part, seconds, code, summary }: Outcome): string {
  const tests = summary && counts(summary.passed, summary.failed.length, summary.skipped.length)
  const end = code === 'stopped' ? code : code === 0 ? 'passed' : `FAILED (exit code ${code})`
  return `${part.padEnd(8)} ${String(seconds).padStart(5)} s  ${[end, tests].filter(Boolean).join(': ')}`
}

function printSummary(outcomes: Outcome[], left: string[], seconds: number) {
  const summaries = outcomes.flatMap(({ summary }) => summary ?? [])
  const [failed, skipped] = [summaries.flatMap((one) => one.failed), summaries.flatMap((one) => one.skipped)]
  const passed = summaries.reduce((sum, one) => sum + one.passed, 0)
  const why = ({ title, reason }: Skip) => `Skipped: ${title}: ${reason || 'no reason given'}`
  const lines = [
    '',
    ...failed.map((title) => `Failed: ${title}`),
    ...skipped.map(why),
    ...outcomes.map(formatLine),
    ...left.map((part) => `${part.padEnd(8)}     –    not run`),
    `all      ${String(seconds).padStart(5)} s`,
    `Tests: ${counts(passed, failed.length, skipped.length)}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Milliseconds between checks of the calling process. */
const POLL_MS = 500

/** Aborts on signals, and when the calling process ends, because some callers forward no signals. */
function abortedBySignal(): AbortSignal {
  const ending = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ending.abort(name))
  const caller = process.ppid
  setInterval(() => process.ppid === caller || ending.abort('the caller ended'), POLL_MS).unref()
  return ending.signal
}

const [only, ...args] = process.argv.slice(2)
const groups = only === undefined ? SIDE_BY_SIDE : [[only]]
if (only !== undefined && !(only in PARTS))
  throw new Error(`No such part: ${only}. There are ${Object.keys(PARTS).join(', ')}`)
const started = performance.now()
const signal = abortedBySignal()
/** Unmounts the small disks that interrupted tests may leave mounted. */
const unmountBelow = (path: string) => {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : []
  for (const [, place = ''] of mounts.map((line) => line.split(' ')))
    if (place.startsWith(`${path}/`)) spawnSync('umount', ['-l', place])
}

const folder = makeRunFolder()
const outcomes: Outcome[] = []
try {
  for (const parts of groups) {
    if (signal.aborted) break
    outcomes.push(...(await runTogether(parts, { folder, signal, args })))
  }
  // Keep only the screenshots of failures.
  if (!outcomes.some(({ code }) => typeof code === 'number' && code !== 0))
    rmSync('test-results', { recursive: true, force: true })
} finally {
  await endProcessesIn(folder)
  unmountBelow(folder)
  removeClockLeftovers()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
const left = groups.flat().slice(outcomes.length)
printSummary(outcomes, left, secondsSince(started))
process.exitCode = left.length === 0 && outcomes.every(({ code }) => code === 0) ? 0 : 1
