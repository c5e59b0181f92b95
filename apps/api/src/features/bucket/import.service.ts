import type { ImportResult } from '@hotvote/shared/bucket'
import { counted } from '@hotvote/shared/counted'
import { z } from 'zod'
import { recordOperator } from '../../audit/audit-log.ts'
import type { Db } from '../../db/client.ts'
import { timeOf } from '../../db/time.ts'
import type { Deps } from '../../deps.ts'
import { isKey } from '../../domain/media-keys.ts'
import type { OperatorWithPreference } from '../../http/guards.ts'
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
type Save = (tx: Db, outcome: ImportOutcome) => Promise<void>

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

/** Where the import is once a group is done. */
const behind = (state: State, { files, end }: Group, outcome: ImportOutcome | undefined): State => {
  const after = end ?? state.after
  if (!outcome) return { ...state, after }
  const next = { ...state, after, files: state.files + files.length }
  if (outcome === 'made') return { ...next, imported: state.imported + 1 }
  const { skipped: reason, isRefused } = outcome
  const isListed = isRefused && state.errors.length < ERRORS_MAX
  return {
    ...next,
    skipped: state.skipped + files.length,
    reasons: { ...state.reasons, [reason]: (state.reasons[reason] ?? 0) + files.length },
    errors: isListed ? [...state.errors, { key: visible(files[0]?.key ?? ''), reason }] : state.errors,
  }
}

const report = (work: Work, state: State) => {
  const { imported, skipped, reasons } = state
  work.report({ done: state.files, total: state.total ?? null, counts: { imported, skipped, ...reasons } })
}

const SKIPPED_AS: Record<Exclude<Reference, 'newer item'>, string> = {
  item: 'On the site already',
  deletion: REMOVED,
}

const saveState = (db: Db, work: Work, state: State) =>
  work.save(db, { ...state, after: state.after === null ? null : encodeURIComponent(state.after) })

const importOne = async (
  deps: UploadDeps,
  group: Group,
  { references, save }: { references: Map<string, Reference>; save: Save },
): Promise<ImportOutcome | undefined> => {
  const [reference] = group.files.flatMap(({ key }) => references.get(key) ?? [])
  // Uploaded meanwhile, or made by this import: not among the files that were there at its start.
  if (reference === 'newer item') return undefined
  if (reference) return { skipped: SKIPPED_AS[reference], isRefused: false }
  // Looked up each time: the owner may have been purged or reset away in between.
  return importGroup({ ...deps, ownerId: await libraryOwner(deps), save }, group)
}

/**
 * The state is saved in the transaction that makes an item, so each is counted once; after a crash at most a few groups without one are
 * done again.
 */
const importBatch = async (deps: UploadDeps, work: Work, { batch, from }: { batch: Group[]; from: State }) => {
  let state = from
  const keys = batch.flatMap(({ files }) => files.map(({ key }) => key)).filter(isKey)
  const references = await referencesTo(deps.db, keys, state.startedAt ?? '')
  for (const group of batch) {
    if (work.signal.aborted) break
    const save: Save = (tx, outcome) => saveState(tx, work, behind(state, group, outcome))
    state = behind(state, group, await importOne(deps, group, { references, save }))
    report(work, state)
  }
  await saveState(deps.db, work, state)
  return state
}

const importGroups = async (deps: UploadDeps, work: Work, from: State): Promise<State> => {
  if (work.signal.aborted) return from
  let state = from
  let batch: Group[] = []
  for await (const group of groupsOf(deps.storage, state.after)) {
    if (work.signal.aborted) return state
    batch.push(group)
    if (batch.length < BATCH) continue
    state = await importBatch(deps, work, { batch, from: state })
    batch = []
  }
  return importBatch(deps, work, { batch, from: state })
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

/** Makes items of the files of the bucket that no row refers to, after the checks of an upload. */
export const importRunner =
  (deps: UploadDeps): Runner =>
  async (work) => {
    const from = await stateOf(deps, work)
    report(work, from)
    const state = await importGroups(deps, work, from)
    const { imported, skipped, errors, files } = state
    const result: ImportResult = { message: messageOf(state), imported, skipped, errors, totalFiles: files }
    const context = { imported, skipped, refused: errors.length, totalFiles: files }
    return { result, audit: { event: 'MEDIA_IMPORT_COMPLETED', context } }
  }
