import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Verdict } from './verdict.ts'

type Line = { key: string; verdict: Verdict }

/** What is known of a commit already, in a file that an interruption leaves whole. */
export function resultsOf(root: string, commit: string) {
  const folder = join(root, '.tmp/mutate')
  const path = join(folder, `${commit}.jsonl`)
  mkdirSync(folder, { recursive: true })
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
  const known = new Map(lines.map((line) => JSON.parse(line) as Line).map(({ key, verdict }) => [key, verdict]))
  const latest = (key: string) => known.get(key)
  return {
    path,
    latest,
    /** What need not be run again. */
    of(key: string) {
      const verdict = latest(key)
      return verdict?.outcome === 'not judged' ? undefined : verdict
    },
    add(key: string, verdict: Verdict) {
      known.set(key, verdict)
      appendFileSync(path, `${JSON.stringify({ key, verdict } satisfies Line)}\n`)
    },
  }
}
export type Results = ReturnType<typeof resultsOf>
