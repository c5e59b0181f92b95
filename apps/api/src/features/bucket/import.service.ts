import type { ImportResult } from '@hotvote/shared/database'
import { z } from 'zod'
import { recordOperator } from '../../audit/audit-log.ts'
import type { Deps } from '../../deps.ts'
import { isKey } from '../../domain/media-keys.ts'
import type { PatientOperator } from '../../http/guards.ts'
import type { Runner, Work } from '../../operations/operation-runner.service.ts'
import { answerWith } from '../../operations/operations.service.ts'
import type { UploadDeps } from '../uploads/uploads.service.ts'
import { countFiles, type Group, groupsOf } from './bucket-groups.ts'
import { type Knower, knownKeys, timeOf } from './import.queries.ts'
import { type Imported, importGroup, libraryOwner, REMOVED } from './import-file.ts'

/** Groups that are looked up at once. */
const BUNCH = 300
/** Refusals that are told one by one. */
const ERRORS_MAX = 100

/** Characters of a name that are told. */
const NAME_MAX = 300

/** Where an import goes on. Names of files are encoded: the database takes no text with every character. */
const state = z.object({
  startedAt: z.string().optional(),
  /** Objects up to this one are done. */
  after: z.string().nullable().default(null),
  total: z.number().optional(),
  imported: z.number().default(0),
  skipped: z.number().default(0),
  files: z.number().default(0),
  /** Files that were skipped, by reason. */
  reasons: z.record(z.string(), z.number()).default({}),
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

/** A name as it can be stored and shown. */
const visible = (key: string) =>
  key
    .replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')
    .slice(0, NAME_MAX)
    .toWellFormed()

const count = (at: State, { files }: Group, outcome: Imported) => {
  at.files += files.length
  if (outcome === 'made') {
    at.imported++
    return
  }
  const { skipped, isRefused } = outcome
  at.skipped += files.length
  at.reasons[skipped] = (at.reasons[skipped] ?? 0) + files.length
  if (isRefused && at.errors.length < ERRORS_MAX) at.errors.push({ key: visible(files[0]?.key ?? ''), reason: skipped })
}

const show = (work: Work, at: State) => {
  const { imported, skipped, reasons } = at
  work.report({ done: at.files, total: at.total ?? null, counts: { imported, skipped, ...reasons } })
}

const KNOWN: Record<Exclude<Knower, 'newer item'>, string> = {
  item: 'On the site already',
  deletion: REMOVED,
}

const saveAt = (deps: UploadDeps, work: Work, at: State) =>
  work.save(deps.db, { ...at, after: at.after === null ? null : encodeURIComponent(at.after) })

const importOne = async (deps: UploadDeps, group: Group, known: Map<string, Knower>): Promise<Imported | undefined> => {
  const [knower] = group.files.flatMap(({ key }) => known.get(key) ?? [])
  // Uploaded meanwhile, or made by this import: these are none of the files that it was asked to look at.
  if (knower === 'newer item') return undefined
  if (knower) return { skipped: KNOWN[knower], isRefused: false }
  // The owner is asked for each time: somebody may purge or reset in between.
  return importGroup({ ...deps, ownerId: await libraryOwner(deps) }, group)
}

/** A group is done, and known to be, one by one: after a crash at most a few are looked at again, and found known. */
const importBunch = async (deps: UploadDeps, work: Work, { bunch, at }: { bunch: Group[]; at: State }) => {
  const keys = bunch.flatMap(({ files }) => files.map(({ key }) => key)).filter(isKey)
  const known = await knownKeys(deps.db, keys, at.startedAt ?? '')
  for (const group of bunch) {
    if (work.signal.aborted) break
    const outcome = await importOne(deps, group, known)
    if (outcome) count(at, group, outcome)
    at.after = group.end ?? at.after
    show(work, at)
    if (outcome === 'made') await saveAt(deps, work, at)
  }
  await saveAt(deps, work, at)
}

const importGroups = async (deps: UploadDeps, work: Work, at: State) => {
  let bunch: Group[] = []
  for await (const group of groupsOf(deps.storage, at.after)) {
    if (work.signal.aborted) return
    bunch.push(group)
    if (bunch.length < BUNCH) continue
    await importBunch(deps, work, { bunch, at })
    bunch = []
  }
  await importBunch(deps, work, { bunch, at })
}

const stateOf = async (deps: UploadDeps, work: Work): Promise<State> => {
  const at = state.parse(work.state)
  at.after &&= decodeURIComponent(at.after)
  at.startedAt ??= await timeOf(deps.db)
  at.total ??= await countFiles(deps.storage, work.signal)
  return at
}

const counted = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

const messageOf = ({ imported, skipped }: State) =>
  `Imported ${counted(imported, 'media item')}, skipped ${counted(skipped, 'file')}`

/** Brings files of the bucket that no row knows onto the site, after the checks of an upload; deletes none. */
export const importRunner =
  (deps: UploadDeps): Runner =>
  async (work) => {
    const at = await stateOf(deps, work)
    show(work, at)
    await importGroups(deps, work, at)
    const { imported, skipped, errors, files } = at
    const result: ImportResult = { message: messageOf(at), imported, skipped, errors, totalFiles: files }
    const context = { imported, skipped, refused: errors.length, totalFiles: files }
    return { result, audit: { event: 'MEDIA_IMPORT_COMPLETED', context } }
  }
