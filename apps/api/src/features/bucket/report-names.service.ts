import { withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { NAMELESS, reportsNamingItems, reportWithGone, setResult } from './report-names.queries.ts'

type NameDeps = Pick<Deps, 'db' | 'log'>
type Json = Record<string, unknown>

/** What a file or an item of a report is called. */
const NAMES = ['originalName', 'mediaName']

/** A name that was common to files of which none has it any more. */
const withoutCommon = (group: Json): Json => {
  const { type, files } = group
  const isNobodys =
    type === 'name' && Array.isArray(files) && files.every(({ originalName }: Json) => originalName === NAMELESS)
  return isNobodys ? { ...group, criteria: 'Same name' } : group
}

/** The same without the names of items that are gone, wherever they stand. */
const without = (value: unknown, gone: ReadonlySet<unknown>): unknown => {
  if (Array.isArray(value)) return value.map((one) => without(one, gone))
  if (typeof value !== 'object' || value === null) return value
  const isGone = 'mediaId' in value && gone.has(value.mediaId)
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    isGone && NAMES.includes(name) ? NAMELESS : without(one, gone),
  ])
  return withoutCommon(Object.fromEntries(entries))
}

/** A report at a time, as each may be large. */
const forgetIn = async (deps: NameDeps, reportIds: number[]) => {
  for (const id of reportIds)
    await withTx(deps, async (tx) => {
      const report = await reportWithGone(tx, id)
      if (report) await setResult(tx, id, without(report.result, report.gone) as Json)
    })
}

/** Takes what items were called that are gone for good out of the reports about the bucket, which are stored for long. */
export const forgetNamesOfGone = async (deps: NameDeps) => forgetIn(deps, await reportsNamingItems(deps.db))

/** Minutes, more than there are between two looks. */
const RECENT = 30

/** The same of what went while a report was made that has ended since. */
export const forgetNamesInRecent = async (deps: NameDeps) => forgetIn(deps, await reportsNamingItems(deps.db, RECENT))
