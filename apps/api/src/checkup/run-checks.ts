import { forLog } from '../db/client.ts'
import { textOf } from '../domain/error-text.ts'
import { AppError } from '../domain/errors.ts'
import { breach, type Check, type Findings, noFindings, Skipped } from './check.ts'
import { checks } from './checks.ts'
import { migrationsOf } from './schema-and-settings.ts'
import type { Site } from './site.ts'
import { isTooSlow } from './walk.ts'

/** What became of a check. `failed`: it could not be looked at; `repairs`: what was done about it, before this look. */
export type Outcome = Findings & {
  number: number
  title: string
  status: 'ok' | 'breach' | 'skipped' | 'failed'
  reason?: string
  repairs: string[]
}

/** In words that hold no value of a statement. */
const reasonOf = (failure: unknown): string => {
  if (failure instanceof AppError) return failure.message
  const { code, statement } = forLog(failure) as { code?: string; statement?: string }
  if (statement !== undefined)
    return isTooSlow(failure) ? `"${statement}" takes too long` : `the database refuses "${statement}" (${code})`
  return textOf(failure)
}

/** The check that a part of the schema belongs to: the first one that names it, or the last of all. */
const keeperOf = (name: string) => checks.find(({ keptBy }) => keptBy?.test(name)) ?? checks.at(-1)

const lookAt = async (site: Site, check: Check): Promise<Outcome> => {
  const { number, title } = check
  const found = noFindings()
  const outcome = { number, title, repairs: [] }
  try {
    for (const { name, works } of site.structure)
      if (!works && keeperOf(name) === check) breach(found, `${name} is missing, or does not work`)
    await check.look(site, found)
    return { ...outcome, ...found, status: found.breaches > 0 ? 'breach' : 'ok' }
  } catch (failure) {
    const status = failure instanceof Skipped ? 'skipped' : 'failed'
    // What was found before it broke off is a breach all the same.
    return { ...outcome, ...found, status: found.breaches > 0 ? 'breach' : status, reason: reasonOf(failure) }
  }
}

/** Repairs what a look has found, where that loses nothing, and looks again. */
const repaired = async (site: Site, check: Check, outcome: Outcome): Promise<Outcome> => {
  if (outcome.status !== 'breach' || !check.repair) return outcome
  try {
    const repairs = await check.repair(site)
    if (repairs.length === 0) return outcome
    site.forgetScan()
    return { ...(await lookAt(site, check)), repairs }
  } catch (failure) {
    return { ...outcome, reason: `it could not be repaired: ${reasonOf(failure)}` }
  }
}

const skipped = ({ number, title }: Check, reason: string): Outcome => ({
  ...noFindings(),
  number,
  title,
  status: 'skipped',
  reason,
  repairs: [],
})

/** Looks at one invariant after the other, and tells each as soon as it is known. */
export async function* runChecks(site: Site, { fix }: { fix: boolean }): AsyncGenerator<Outcome> {
  const { pending } = await migrationsOf(site.db)
  for (const check of checks) {
    // What this code asks for may not be there yet.
    if (pending > 0 && check !== checks.at(-1))
      yield skipped(check, 'the schema is older than this version: start the site first')
    else {
      const outcome = await lookAt(site, check)
      yield fix ? await repaired(site, check, outcome) : outcome
    }
  }
}

/** 1 when something is broken, 2 when something could not be looked at, else 0. */
export const exitCodeOf = (outcomes: Outcome[]): number => {
  if (outcomes.some(({ status }) => status === 'breach')) return 1
  return outcomes.some(({ status }) => status === 'failed') ? 2 : 0
}
