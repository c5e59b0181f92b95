/**
 * `pnpm mutate`: proves that each text and number of the specification is held by a test. Changes one place of the
 * product at a time, in a copy of the commit, and runs the tests that should notice (docs/decisions/030).
 *
 *     --only upload    a pattern for section, row, file or tests
 *     --list           only name them, and what is known of this commit
 *     --workers 1      for Vitest and Playwright
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cloneOf, headOf, mutated, problemOf } from './mutate/clone.ts'
import { type Mutation, mutations } from './mutate/places.ts'
import { heedInterruption, Interrupted } from './mutate/process.ts'
import { type Results, resultsOf } from './mutate/results.ts'
import { runTests, type Tests } from './mutate/run-tests.ts'
import type { Verdict } from './mutate/verdict.ts'

const root = join(import.meta.dirname, '..')
const { values: asked } = parseArgs({
  options: { only: { type: 'string' }, list: { type: 'boolean' }, workers: { type: 'string' } },
})

const only = new RegExp(asked.only ?? '', 'i')
const isAsked = ({ name, file, tests }: Mutation) => [name, file, ...tests].some((text) => only.test(text))

const line = ({ name }: Mutation, verdict: Verdict | undefined) =>
  verdict ? `${verdict.outcome.padEnd(10)} ${name}\n           ${verdict.why}` : `${'to do'.padEnd(10)} ${name}`

/** The tests of all places, each file once: what must be green before a red one proves anything. */
function unchangedRuns(chosen: Mutation[], results: Results) {
  const runs = new Map<string, Tests & { keys: string[] }>()
  for (const { tests, size, grep } of chosen)
    for (const file of tests) {
      const kind = file.endsWith('.spec.ts') ? JSON.stringify([size, grep]) : 'vitest'
      const key = `unchanged ${kind} ${file}`
      const run = runs.get(kind) ?? { tests: [], keys: [], ...(size && { size }), ...(grep && { grep }) }
      if (results.of(key) || run.keys.includes(key)) continue
      runs.set(kind, { ...run, tests: [...run.tests, file], keys: [...run.keys, key] })
    }
  return [...runs.values()]
}

async function proveUnchanged(folder: string, chosen: Mutation[], results: Results) {
  for (const { keys, ...tests } of unchangedRuns(chosen, results)) {
    console.log(`Unchanged: ${tests.tests.length} files of tests …`)
    const verdict = await runTests(folder, tests, { workers: asked.workers, isStoppedByFailure: false })
    if (verdict.outcome !== 'survived') throw new Error(`Without any change the tests are not green: ${verdict.why}`)
    for (const key of keys) results.add(key, verdict)
  }
}

async function judge(folder: string, mutation: Mutation, results: Results) {
  const begun = Date.now()
  const options = { workers: asked.workers, isStoppedByFailure: true }
  const verdict = await mutated(folder, mutation, () => runTests(folder, mutation, options))
  results.add(mutation.key, verdict)
  console.log(`${line(mutation, verdict)} (${Math.round((Date.now() - begun) / 1000)} s)`)
}

async function judgeAll(chosen: Mutation[], commit: string, results: Results) {
  const open = chosen.filter(({ key }) => !results.of(key))
  console.log(`${open.length} of ${chosen.length} mutations to judge on ${commit}; results in ${results.path}`)
  if (open.length === 0) return
  const { folder, remove } = await cloneOf(root)
  try {
    // Of the commit, not of the working tree: that is what is run.
    const problems = [...new Set(chosen.flatMap((mutation) => problemOf(folder, mutation) ?? []))]
    if (problems.length > 0) throw new Error(`These places are not there as listed:\n- ${problems.join('\n- ')}`)
    await proveUnchanged(folder, open, results)
    for (const mutation of open) await judge(folder, mutation, results)
  } finally {
    remove()
  }
}

/** Says how it went; true when every mutation was killed. */
function summary(chosen: Mutation[], results: Results) {
  const verdicts = chosen.map((mutation) => ({ mutation, verdict: results.latest(mutation.key) }))
  const of = (outcome: Verdict['outcome']) => verdicts.filter(({ verdict }) => verdict?.outcome === outcome)
  for (const outcome of ['survived', 'not judged'] as const)
    for (const { mutation, verdict } of of(outcome)) console.log(line(mutation, verdict))
  const killed = of('killed').length
  console.log(
    `${killed} killed, ${of('survived').length} survived, ${of('not judged').length} could not be judged, of ${chosen.length}`,
  )
  return chosen.length > 0 && killed === chosen.length
}

heedInterruption()
const { commit, isChanged } = await headOf(root)
const results = resultsOf(root, commit)
const chosen = mutations.filter(isAsked)
if (asked.list) {
  for (const mutation of chosen) console.log(line(mutation, results.latest(mutation.key)))
} else {
  if (isChanged) console.log('What is not committed takes no part.')
  try {
    await judgeAll(chosen, commit, results)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    console.error(error instanceof Interrupted ? 'Interrupted: the next run goes on from here.' : error.message)
    process.exitCode = 1
  }
  if (!summary(chosen, results)) process.exitCode = 1
}
