/**
 * Asks the registry which packages of the lock file have known vulnerabilities. One that a newer version mends is an
 * error; one that nobody has mended yet, or a registry that does not answer, is said and fails nothing (decision 058).
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

type Advisory = {
  module_name: string
  severity: string
  title: string
  vulnerable_versions: string
  /** Null while there is no fix. */
  patched_versions: string | null
  url: string
}

/** Milliseconds for the whole question: a check is not to wait for a network that is away. */
const TIMEOUT = 20_000

const cwd = join(import.meta.dirname, '..')
const { stdout, stderr, error } = spawnSync('pnpm', ['audit', '--json'], { cwd, encoding: 'utf8', timeout: TIMEOUT })

/** Undefined when the registry did not say: what is printed then is no report. */
function advisories(): Advisory[] | undefined {
  try {
    return Object.values(JSON.parse(stdout).advisories)
  } catch {
    return undefined
  }
}

function lineOf({ module_name, severity, title, vulnerable_versions, patched_versions, url }: Advisory): string {
  const fix = patched_versions === null ? 'No fix yet' : `Mended in ${patched_versions}`
  return `Audit: ${module_name} ${vulnerable_versions} (${severity}): ${title}. ${fix}. ${url}`
}

const found = advisories()
if (found === undefined) {
  const reason = [error?.message, stderr, stdout].join(' ').replace(/\s+/g, ' ').trim()
  console.warn(`Audit: NOT DONE, the registry did not answer: ${reason.slice(0, 300)}`)
} else {
  const mendable = found.filter(({ patched_versions }) => patched_versions !== null)
  for (const advisory of found) console.warn(lineOf(advisory))
  console.log(`Audit: ${found.length} known vulnerabilities, ${mendable.length} with a fix`)
  if (mendable.length > 0) process.exitCode = 1
}
