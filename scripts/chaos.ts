/**
 * `pnpm chaos`: injects faults into a site of three processes, then compares acknowledged writes with the stored data
 * (docs/decisions/019).
 * --minutes 60   duration of the faults
 * --hold 3000    milliseconds per fault, roughly
 * --seed 7       order of faults and of visitors' actions
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    hold: { type: 'string', default: '3000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
})

type Sample = { seconds: number; name: string; megabytes: number }
type Report = {
  faults: Record<string, number>
  impossible: { name: string; reason: string }[]
  requests: Record<string, Record<'done' | 'refused' | 'unknown', number>>
  broken: string[]
  checkup: { text: string }
  memory: Sample[]
}

/** Seconds to ignore before measuring memory growth. */
const WARM_UP = 300

/** Megabytes per hour, by least squares. */
const fitSlope = (samples: Sample[]) => {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length
  const [x, y] = [mean(({ seconds }) => seconds), mean(({ megabytes }) => megabytes)]
  const above = mean(({ seconds, megabytes }) => (seconds - x) * (megabytes - y))
  return (3600 * above) / mean(({ seconds }) => (seconds - x) ** 2)
}

const printMemory = (memory: Sample[]) => {
  for (const name of new Set(memory.map((sample) => sample.name))) {
    const all = memory.filter((sample) => sample.name === name)
    const most = Math.max(...all.map(({ megabytes }) => megabytes))
    const begun = all[0]?.seconds ?? 0
    const steady = all.filter(({ seconds }) => seconds - begun > WARM_UP)
    const slope = steady.length > 30 ? `, ${fitSlope(steady).toFixed(1)} MB an hour after ${WARM_UP} s` : ''
    console.log(
      `  ${name}: ${most.toFixed(0)} MB at most in ${((all.at(-1)?.seconds ?? 0) - begun).toFixed(0)} s${slope}`,
    )
  }
}

const print = ({ faults, impossible, requests, broken, checkup, memory }: Report) => {
  console.log('\nFaults')
  for (const [name, count] of Object.entries(faults)) console.log(`  ${String(count).padStart(4)}  ${name}`)
  for (const { name, reason } of impossible) console.log(`     0  ${name}: ${reason}`)
  console.log('\nRequests: done, refused, without an answer or with one of 500 and more')
  for (const [kind, { done, refused, unknown }] of Object.entries(requests))
    console.log(`  ${kind.padEnd(7)} ${done} ${refused} ${unknown}`)
  console.log(`\nAcknowledged, but not kept: ${broken.length}`)
  for (const promise of broken) console.log(`  ${promise}`)
  console.log(`\nCheckup\n${checkup.text}`)
  console.log('\nMemory')
  printMemory(memory)
}

const folder = mkdtempSync(join(tmpdir(), 'hotvote-chaos-'))
const report = join(folder, 'report.json')
const env = {
  ...process.env,
  CHAOS_SECONDS: String(Number(values.minutes) * 60),
  CHAOS_HOLD: values.hold,
  CHAOS_SEED: values.seed,
  CHAOS_REPORT: report,
}
console.log(`Seed ${values.seed}, ${values.minutes} minutes`)
// `test.ts` cleans up processes and folders however the run ends.
const tests = join(import.meta.dirname, 'test.ts')
const test = spawn(process.execPath, [tests, 'endurance', 'apps/api/test/endurance/chaos.test.ts'], {
  stdio: 'inherit',
  env,
})
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => test.kill(name))
const [code] = await once(test, 'exit')
if (existsSync(report)) print(JSON.parse(readFileSync(report, 'utf8')))
rmSync(folder, { recursive: true })
process.exitCode = code ?? 1
