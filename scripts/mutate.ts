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
import { isSpec, runTests, type Tests } from './mutate/run-tests.ts'
import type { Verdict } from './mutate/verdict.ts'

const root = join(import.meta.dirname, '..')
const { values: args } = parseArgs({
  options: { only: { type: 'string' }, list: { type: 'boolean' }, workers: { type: 'string' } },
})

const only = new RegExp(args.only ?? '', 'i')
const isSelected = ({ name, file, tests }: Mutation) => [name, file, ...tests].some((text) => only.test(text))

const line = ({ name }: Mutation, verdict: Verdict | undefined) =>
  verdict ? `${verdict.outcome.padEnd(10)} ${name}\n           ${verdict.why}` : `${'to do'.padEnd(10)} ${name}`

const options = (isStoppedByFailure: boolean) => ({ workers: args.workers, isStoppedByFailure })

/** Each file of tests by itself, as a mutation runs it. */
const filesOf = ({ tests, size, grep }: Tests): Tests[] =>
  tests.map((file) => ({ tests: [file], ...(isSpec(file) && { ...(size && { size }), ...(grep && { grep }) }) }))
const keyOf = (file: Tests) => `unchanged ${JSON.stringify(file)}`

/** What is red without any change proves nothing when it is red with one. */
async function runUnchanged(folder: string, chosen: Mutation[], results: Results) {
  const files = new Map(chosen.flatMap(filesOf).map((file) => [keyOf(file), file]))
  for (const [key, file] of files) {
    if (results.latest(key)?.outcome === 'survived') continue
    const verdict = await runTests(folder, file, options(false))
    results.add(key, verdict)
    console.log(`Unchanged: ${file.tests.join()} ${verdict.outcome === 'survived' ? 'green' : `RED, ${verdict.why}`}`)
  }
}

async function judge(folder: string, mutation: Mutation, results: Results) {
  const begun = Date.now()
  const red = filesOf(mutation).find((file) => results.latest(keyOf(file))?.outcome !== 'survived')
  const verdict: Verdict = red
    ? { outcome: 'not judged', why: `${red.tests.join()} is red without any change` }
    : await mutated(folder, mutation, () => runTests(folder, mutation, options(true)))
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
    await runUnchanged(folder, open, results)
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
const chosen = mutations.filter(isSelected)
if (args.list) {
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
