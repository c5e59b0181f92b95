import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readLedger } from '../checkup/ledger.ts'
import { openSite } from '../checkup/open-site.ts'
import { linesOf } from '../checkup/report.ts'
import { exitCodeOf, type Outcome, runChecks } from '../checkup/run-checks.ts'
import type { Options } from '../checkup/site.ts'
import { configOfProcess } from '../config.ts'
import { textOf } from '../domain/error-text.ts'
import { runCommand, say, sayWaiting } from './run-command.ts'

const USAGE = `pnpm checkup: looks whether all is well with the site, running or stopped. It takes the settings of the site.

  --fix             repairs what loses nothing; the audit log has each change
  --delete-orphans  with --fix: also removes originals that no item has, which an import could bring back
  --all-files       reads the files of every item, not of a sample
  --sample N        items whose files are read: N of the newest and N at random (default 100)
  --url URL         address of the running site: health, headers, login
  --ledger FILE     JSON lines of what a client asked for and was told (docs/operating.md)
  --secrets FILE    texts, one a line, that may stand nowhere in the database or the log
  --log FILE        lines of the site's log, to be searched; may be given several times
  --processes N     how many processes of the site there are
  --pid N           the site's process; --max-files N and --max-memory MB say what it may have
  --json            one JSON object instead of lines

Ends with 0 when all is well, 1 when something is broken, 2 when something could not be looked at.`

const number = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const OPTIONS = {
  fix: flag,
  'delete-orphans': flag,
  'all-files': flag,
  json: flag,
  sample: { ...number, default: '100' },
  processes: number,
  pid: number,
  'max-files': number,
  'max-memory': number,
  url: { type: 'string' },
  ledger: { type: 'string' },
  secrets: { type: 'string' },
  log: { type: 'string', multiple: true, default: [] as string[] },
} as const

const wholeNumber = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number`)
  return Number(text)
}

const readOptions = async () => {
  const { values } = parseArgs({ options: OPTIONS })
  if (values.url !== undefined && !/^https?:\/\//.test(values.url))
    throw new Error('--url must be an http or https address')
  if (values['delete-orphans'] && !values.fix) throw new Error('--delete-orphans is for --fix')
  const options: Options = {
    url: values.url,
    ledger: values.ledger === undefined ? undefined : await readLedger(values.ledger),
    secrets: values.secrets === undefined ? [] : readFileSync(values.secrets, 'utf8').split('\n'),
    logs: values.log,
    processes: wholeNumber('processes', values.processes),
    pid: wholeNumber('pid', values.pid),
    maxFiles: wholeNumber('max-files', values['max-files']),
    maxMemory: wholeNumber('max-memory', values['max-memory']),
    sample: wholeNumber('sample', values.sample) ?? 0,
    allFiles: values['all-files'],
    deleteOrphans: values['delete-orphans'],
  }
  return { ...values, options }
}

/** Looks, and tells; returns the exit code. A stop is no result: what was not told was not looked at. */
const checkup = async (signal: AbortSignal): Promise<number> => {
  const { json, fix, options } = await readOptions()
  const site = await openSite(configOfProcess(), options, { signal, onWait: sayWaiting })
  signal.addEventListener('abort', () => void site.close())
  const outcomes: Outcome[] = []
  try {
    for await (const outcome of runChecks(site, { fix })) {
      signal.throwIfAborted()
      outcomes.push(outcome)
      if (!json) for (const line of linesOf(outcome)) say(line)
    }
  } finally {
    await site.close()
  }
  const exitCode = exitCodeOf(outcomes)
  if (json) say(JSON.stringify({ exitCode, isStopped: site.isStopped, checks: outcomes }, null, 2))
  return exitCode
}

/** `pnpm checkup`: looks whether all is well with the site, running or stopped. */
runCommand({ usage: USAGE }, (signal) =>
  checkup(signal).catch((failure: unknown) => {
    process.stderr.write(`The checkup could not look: ${signal.aborted ? 'it was stopped' : textOf(failure)}\n`)
    return 2
  }),
)
