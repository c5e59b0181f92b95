import type { ImportResult } from '@hotvote/shared/bucket'
import { counted } from '@hotvote/shared/counted'
import { z } from 'zod'
import { recordOperator } from '../../audit/audit-log.ts'
import { timeOf } from '../../db/time.ts'
import type { Deps } from '../../deps.ts'
import { isKey } from '../../domain/media-keys.ts'
import type { OperatorWithPreference } from '../../http/guards.ts'
import { untilFewWait } from '../../jobs/queue.ts'
import type { Runner, Work } from '../../operations/operation-runner.service.ts'
import { answerWith } from '../../operations/operations.service.ts'
import type { UploadDeps } from '../uploads/uploads.service.ts'
import { countFiles, type Group, groupsOf } from './bucket-groups.ts'
import { type Reference, referencesTo } from './import.queries.ts'
import { type ImportOutcome, importGroup, REMOVED } from './import-file.ts'
import { libraryOwner } from './library.service.ts'

/** Groups that are looked up at once. */
const BATCH = 300
/** Refused files that the result lists one by one. */
const ERRORS_MAX = 100

/** Characters of a name in the result. */
const NAME_MAX = 300

/** Where an import goes on. Names of files are encoded: the database takes no text with every character. */
const stateSchema = z.object({
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
type State = z.infer<typeof stateSchema>

/** Starts the import of `admin.md §2`. */
export const importAll = (deps: Pick<Deps, 'db' | 'log'>, operator: OperatorWithPreference) =>
  answerWith<ImportResult>(deps, {
    kind: 'import-media',
    operator,
    before: (tx) => recordOperator(tx, operator, { event: 'MEDIA_IMPORT_REQUEST', context: {} }),
  })

/** A name as it can be stored and shown. */
const visible = (key: string) =>
  key
    .replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')
    .slice(0, NAME_MAX)
    .toWellFormed()

const count = (state: State, { files }: Group, outcome: ImportOutcome) => {
  state.files += files.length
  if (outcome === 'made') {
    state.imported++
    return
  }
  const { skipped, isRefused } = outcome
  state.skipped += files.length
  state.reasons[skipped] = (state.reasons[skipped] ?? 0) + files.length
  if (isRefused && state.errors.length < ERRORS_MAX)
    state.errors.push({ key: visible(files[0]?.key ?? ''), reason: skipped })
}

const report = (work: Work, state: State) => {
  const { imported, skipped, reasons } = state
  work.report({ done: state.files, total: state.total ?? null, counts: { imported, skipped, ...reasons } })
}

const SKIPPED_AS: Record<Exclude<Reference, 'newer item'>, string> = {
  item: 'On the site already',
  deletion: REMOVED,
}

const saveState = (deps: UploadDeps, work: Work, state: State) =>
  work.save(deps.db, { ...state, after: state.after === null ? null : encodeURIComponent(state.after) })

const importOne = async (
  deps: UploadDeps,
  group: Group,
  { references, signal }: { references: Map<string, Reference>; signal: AbortSignal },
): Promise<ImportOutcome | undefined> => {
  const [reference] = group.files.flatMap(({ key }) => references.get(key) ?? [])
  // Uploaded meanwhile, or made by this import: not among the files that were there at its start.
  if (reference === 'newer item') return undefined
  if (reference) return { skipped: SKIPPED_AS[reference], isRefused: false }
  await untilFewWait(deps.db, 'make-renditions', signal)
  // Looked up each time: the owner may have been purged or reset away in between.
  return importGroup({ ...deps, ownerId: await libraryOwner(deps) }, group)
}

/** The state is saved after each item: after a crash at most a few groups are done again, and found to be on the site. */
const importBatch = async (deps: UploadDeps, work: Work, { batch, state }: { batch: Group[]; state: State }) => {
  const keys = batch.flatMap(({ files }) => files.map(({ key }) => key)).filter(isKey)
  const references = await referencesTo(deps.db, keys, state.startedAt ?? '')
  for (const group of batch) {
    if (work.signal.aborted) break
    const outcome = await importOne(deps, group, { references, signal: work.signal })
    if (outcome) count(state, group, outcome)
    state.after = group.end ?? state.after
    report(work, state)
    if (outcome === 'made') await saveState(deps, work, state)
  }
  await saveState(deps, work, state)
}

const importGroups = async (deps: UploadDeps, work: Work, state: State) => {
  if (work.signal.aborted) return
  let batch: Group[] = []
  for await (const group of groupsOf(deps.storage, state.after)) {
    if (work.signal.aborted) return
    batch.push(group)
    if (batch.length < BATCH) continue
    await importBatch(deps, work, { batch, state })
    batch = []
  }
  await importBatch(deps, work, { batch, state })
}

const stateOf = async (deps: UploadDeps, work: Work): Promise<State> => {
  const state = stateSchema.parse(work.state)
  state.after &&= decodeURIComponent(state.after)
  state.startedAt ??= await timeOf(deps.db)
  if (!work.signal.aborted) state.total ??= await countFiles(deps.storage, work.signal)
  return state
}

const messageOf = ({ imported, skipped }: State) =>
  `Imported ${counted(imported, 'media item')}, skipped ${counted(skipped, 'file')}`

/** Makes items of the files of the bucket that no row refers to, after the checks of an upload; deletes none. */
export const importRunner =
  (deps: UploadDeps): Runner =>
  async (work) => {
    const state = await stateOf(deps, work)
    report(work, state)
    await importGroups(deps, work, state)
    const { imported, skipped, errors, files } = state
    const result: ImportResult = { message: messageOf(state), imported, skipped, errors, totalFiles: files }
    const context = { imported, skipped, refused: errors.length, totalFiles: files }
    return { result, audit: { event: 'MEDIA_IMPORT_COMPLETED', context } }
  }
