import type { ImportResult } from '@hotvote/shared/database'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { PatientOperator } from '../../http/guards.ts'
import { recordOperator } from '../audit/audit.service.ts'
import type { Runner, Work } from '../operations/operation-runner.service.ts'
import { answerWith } from '../operations/operations.service.ts'
import type { Needs } from '../uploads/uploads.service.ts'
import { countFiles, type Group, groupsOf } from './bucket-groups.ts'
import { knownKeys } from './import.queries.ts'
import { type Imported, importGroup, libraryOwner } from './import-file.ts'

/** Groups that are looked up at once. */
const BUNCH = 300
/** Refusals that are told one by one. */
const ERRORS_MAX = 100

/** Where an import goes on: keys up to `after`, which is on the page of `from`, are done. */
const state = z.object({
  from: z.string().nullable().default(null),
  after: z.string().default(''),
  total: z.number().optional(),
  imported: z.number().default(0),
  skipped: z.number().default(0),
  files: z.number().default(0),
  errors: z.array(z.object({ key: z.string(), reason: z.string() })).default([]),
})
type State = z.infer<typeof state>

/** Starts the import of `admin.md §2`. */
export const importAll = (deps: Pick<Deps, 'db' | 'log'>, who: PatientOperator) =>
  answerWith<ImportResult>(deps, {
    kind: 'import-media',
    who,
    before: (tx) => recordOperator(tx, who, { event: 'MEDIA_IMPORT_REQUEST', context: {} }),
  })

const isMade = (outcome: Imported): outcome is { made: string } => typeof outcome === 'object' && 'made' in outcome

const count = (at: State, { files, from }: Group, outcome: Imported) => {
  at.from = from
  at.after = files.at(-1)?.key ?? at.after
  at.files += files.length
  if (isMade(outcome)) at.imported++
  else at.skipped += files.length
  if (typeof outcome === 'object' && 'refused' in outcome && at.errors.length < ERRORS_MAX)
    at.errors.push({ key: files[0]?.key ?? '', reason: outcome.refused })
}

const show = (work: Work, at: State) =>
  work.report({ done: at.files, total: at.total ?? null, counts: { imported: at.imported, skipped: at.skipped } })

/** A group is done, and known to be, one by one: after a crash at most one is looked at again, and found known. */
const importBunch = async (
  deps: Needs,
  work: Work,
  { bunch, at, made }: { bunch: Group[]; at: State; made: Set<string> },
) => {
  const known = await knownKeys(
    deps.db,
    bunch.flatMap(({ files }) => files.map(({ key }) => key)),
  )
  for (const group of bunch) {
    if (work.signal.aborted) return
    const isKnown = group.files.some(({ key }) => known.has(key))
    // The owner is asked for each time: somebody may purge or reset in between.
    const outcome = isKnown ? 'known' : await importGroup({ ...deps, ownerId: await libraryOwner(deps) }, group)
    count(at, group, outcome)
    show(work, at)
    if (!isMade(outcome)) continue
    made.add(outcome.made)
    await work.save(deps.db, at)
  }
  await work.save(deps.db, at)
}

const importGroups = async (deps: Needs, work: Work, at: State) => {
  // What the import itself stores is met on the way, and is no file to import.
  const made = new Set<string>()
  let bunch: Group[] = []
  const begun = at.after
  for await (const group of groupsOf(deps.storage, at.from)) {
    if (work.signal.aborted) return
    const last = group.files.at(-1)?.key ?? ''
    if (last <= begun || made.has(group.stem)) continue
    bunch.push(group)
    if (bunch.length < BUNCH) continue
    await importBunch(deps, work, { bunch, at, made })
    bunch = []
  }
  await importBunch(deps, work, { bunch, at, made })
}

const messageOf = ({ imported, skipped }: State) =>
  `Imported ${imported} media ${imported === 1 ? 'item' : 'items'}, skipped ${skipped} ${skipped === 1 ? 'file' : 'files'}`

/** Brings files of the bucket that no row knows onto the site, after the checks of an upload; deletes none. */
export const importRunner =
  (deps: Needs): Runner =>
  async (work) => {
    const at: State = state.parse(work.state)
    at.total ??= await countFiles(deps.storage, work.signal)
    show(work, at)
    await importGroups(deps, work, at)
    const { imported, skipped, errors, files } = at
    const result: ImportResult = { message: messageOf(at), imported, skipped, errors, totalFiles: files }
    const context = { imported, skipped, refused: errors.length, totalFiles: files }
    return { result, audit: { event: 'MEDIA_IMPORT_COMPLETED', context } }
  }
