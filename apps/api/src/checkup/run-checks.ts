import { forLog } from '../db/client.ts'
import { textOf } from '../domain/error-text.ts'
import { AppError } from '../domain/errors.ts'
import type { Check, Findings, Site } from './check.ts'
import { counters } from './counters.ts'
import { fileChecks } from './files.ts'
import { rowChecks } from './rows.ts'
import { schemaVersion } from './schema-version.ts'

/** `note` says why a check was skipped, or what `--fix` did or would do. */
export type Outcome = {
  title: string
  status: 'ok' | 'WRONG' | 'fixed' | 'skipped'
  wrong: string[]
  note?: string
}

/** Messages of the database may hold values, so only the name of the statement is shown. */
const reasonOf = (failure: unknown): string => {
  if (failure instanceof AppError) return failure.message
  const { code, statement } = forLog(failure) as { code?: string; statement?: string }
  return statement === undefined ? textOf(failure) : `the database refused "${statement}" (${code})`
}

const lookAt = (check: Check, site: Site): Promise<Findings> =>
  check.look(site).catch((failure: unknown) => ({ wrong: [`could not be checked: ${reasonOf(failure)}`] }))

const fixed = async ({ wrong, fix }: Required<Findings>): Promise<Omit<Outcome, 'title'>> => {
  try {
    const count = await fix()
    return { status: count < wrong.length ? 'WRONG' : 'fixed', wrong, note: `fixed ${count} of ${wrong.length}` }
  } catch (failure) {
    return { status: 'WRONG', wrong, note: `could not be fixed: ${reasonOf(failure)}` }
  }
}

/** Runs one check after the other. After an outdated schema all others are skipped. */
export async function* runChecks(site: Site, isFixing: boolean): AsyncGenerator<Outcome> {
  let isOutdated = false
  for (const check of [schemaVersion, ...counters, ...rowChecks, ...fileChecks()]) {
    const { title } = check
    const skipped = isOutdated
      ? 'the schema is not of this version'
      : check.needsWorker && site.isStopped && 'the site is stopped'
    if (skipped) {
      yield { title, status: 'skipped', wrong: [], note: skipped }
      continue
    }
    const { wrong, fix } = await lookAt(check, site)
    isOutdated = check === schemaVersion && wrong.length > 0
    if (wrong.length === 0) yield { title, status: 'ok', wrong }
    else if (fix && isFixing) yield { title, ...(await fixed({ wrong, fix })) }
    else yield { title, status: 'WRONG', wrong, ...(fix && { note: '--fix repairs it' }) }
  }
}
