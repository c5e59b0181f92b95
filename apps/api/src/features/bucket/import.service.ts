import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { counted } from '@hotvote/shared/counted'
import { UPLOAD_MAX_BYTES, UPLOAD_TOO_LARGE } from '@hotvote/shared/limits'
import type { ImportResult } from '@hotvote/shared/operator/bucket'
import { encodeTime } from 'ulid'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { buildUploadStem, contentId, getUlidSuffix, isKey, parseKey } from '../../domain/media-keys.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/client.ts'
import { hashFile } from '../../platform/decoder/fingerprint.ts'
import type { OperatorWithPreference } from '../../platform/http/guards.ts'
import { addDeletionJobs } from '../../platform/jobs/queue.ts'
import type { Runner, Work } from '../../platform/operations/operation-runner.service.ts'
import { answerWith } from '../../platform/operations/operations.service.ts'
import { copiesOnDisk, requireRoomFor } from '../../platform/storage/free-disk.ts'
import { type ListedObject, ORIGINAL_MAX } from '../../platform/storage/storage.ts'
import { withTempFolder } from '../../platform/storage/temp-folder.ts'
import { createSession } from '../accounts/sessions.service.ts'
import { isTakedownRefusal, refuseTakenDown } from '../media/taken-down-uploads.service.ts'
import { addMedia, type UploadDeps } from '../media/uploads.service.ts'
import {
  isContentKnown,
  isContentRemoved,
  isMarkedLibrary,
  markedLibrary,
  markLibrary,
  type Reference,
  referencesTo,
} from './bucket.queries.ts'
import { countFiles, type Group, groupsOf } from './bucket-groups.ts'

const LIBRARY = 'Library'

/** Derived from the site's secret, so no visitor can guess the session id. */
const librarySessionId = ({ config }: Pick<Deps, 'config'>) =>
  createHmac('sha256', config.secret).update('owner of imported media').digest('base64url').slice(0, 32)

/** Returns the user who owns imported items, creating that user if necessary. */
const libraryOwner = async (deps: Pick<Deps, 'db' | 'log' | 'config'>): Promise<number> => {
  const marked = await markedLibrary(deps.db)
  if (marked !== undefined) return marked
  const session = { sessionId: librarySessionId(deps), username: LIBRARY }
  const { id } = await createSession(deps, session, async () => undefined)
  await markLibrary(deps.db, id)
  return id
}

export const isLibrary = ({ db }: Pick<Deps, 'db'>, userId: number): Promise<boolean> => isMarkedLibrary(db, userId)

/** `save` runs in the transaction that creates the item. */
type ImportDeps = UploadDeps & { ownerId: number; save?: (tx: Db, outcome: ImportOutcome) => Promise<void> }

export type ImportOutcome = 'made' | { skipped: string; isRefused: boolean }

const skipped = (reason: string): ImportOutcome => ({ skipped: reason, isRefused: false })
const refused = (reason: string): ImportOutcome => ({ skipped: reason, isRefused: true })

/** Reason for skipping deleted files, including files that are still waiting for deletion. */
const REMOVED = 'Deleted from the site'
const TAKEN_DOWN = refused('Taken down after a copyright claim')
const BARRED = refused('Removed by the operator')
const WAITING = skipped('Waiting for review')
const GONE = skipped('Deleted during the import')
const KNOWN = skipped('Same content as another item')
const TOO_LARGE = refused(UPLOAD_TOO_LARGE)
const toOutcome = ({ isWaiting }: { isWaiting: boolean }): ImportOutcome => (isWaiting ? WAITING : 'made')

type Source = { group: Group; file: ListedObject }

/** Uses the file's import marker as the upload key, so only one of two concurrent runs can create the item. */
const importCopy = async (deps: ImportDeps, path: string, { group, file }: Source): Promise<ImportOutcome> => {
  const { files, stem, isOurs } = group
  const sha256 = await hashFile(path)
  const content = contentId(sha256)
  const mark = isOurs ? getUlidSuffix(stem) : content
  const uploadKey = Buffer.from(mark)
  await refuseTakenDown(deps.db, { sha256, pictureHashes: [mark] })
  if (await isContentRemoved(deps.db, [content, mark])) return skipped(REMOVED)
  if (await isContentKnown(deps.db, { sha256, uploadKey })) return KNOWN
  const now = new Date()
  const made = await addMedia(deps, {
    ownerId: deps.ownerId,
    path,
    name: file.key,
    stem: buildUploadStem(now, encodeTime(now.getTime()) + mark),
    uploadKey,
    save: async (tx, saved) => {
      if (isOurs)
        await addDeletionJobs(
          tx,
          files.map(({ key }) => key),
        )
      await deps.save?.(tx, toOutcome(saved))
    },
  })
  return toOutcome(made)
}

const importObject = async (deps: ImportDeps, source: Source): Promise<ImportOutcome> => {
  const { key, size } = source.file
  const limit = source.group.isOurs ? ORIGINAL_MAX : UPLOAD_MAX_BYTES
  if (size === 0) return refused('The file is empty')
  if (size > limit) return TOO_LARGE
  await requireRoomFor(deps.config, copiesOnDisk(deps.config) * size)
  return withTempFolder(deps.tempDir, async (folder) => {
    const path = join(folder, 'object')
    const copied = await deps.storage.copy(key, { to: path, limit })
    if (copied === 'too large') return TOO_LARGE
    if (copied === 'unreadable') return refused('The file cannot be read')
    return copied === 'gone' ? GONE : importCopy(deps, path, source)
  })
}

const REFUSALS = ['unsupported_type', 'too_large', 'unreadable_media']

/** Imports the files of a group after the usual upload checks. The files must have no database row. */
export const importGroup = async (deps: ImportDeps, group: Group): Promise<ImportOutcome> => {
  const { files, isOurs } = group
  const file = isOurs ? files.find(({ key }) => parseKey(key).variant === 'original') : files[0]
  if (!file) return refused('The original of this item is missing')
  try {
    return await importObject(deps, { group, file })
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    if (failure.code === 'taken_down') return isTakedownRefusal(failure) ? TAKEN_DOWN : BARRED
    // Another run has just created the item.
    if (failure.code === 'conflict') return KNOWN
    if (REFUSALS.includes(failure.code)) return refused(failure.message)
    throw failure
  }
}

const BATCH = 300
const ERRORS_MAX = 100

const NAME_MAX = 300

/** Keys are URL-encoded, because PostgreSQL text cannot contain every character. */
const stateSchema = z.object({
  after: z.string().nullable().default(null),
  total: z.number().optional(),
  imported: z.number().default(0),
  skipped: z.number().default(0),
  files: z.number().default(0),
  reasons: z.record(z.string(), z.number()).default({}),
  errors: z.array(z.object({ key: z.string(), reason: z.string() })).default([]),
})
type State = z.infer<typeof stateSchema>
type Save = (tx: Db, outcome: ImportOutcome) => Promise<void>

/** See `admin.md §2`. */
export const importAll = (deps: Pick<Deps, 'db' | 'log'>, operator: OperatorWithPreference) =>
  answerWith<ImportResult>(deps, {
    kind: 'import-media',
    operator,
    before: (tx) => recordOperator(tx, operator, { event: 'MEDIA_IMPORT_REQUEST', context: {} }),
  })

const visible = (key: string) =>
  key
    .replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')
    .slice(0, NAME_MAX)
    .toWellFormed()

const behind = (state: State, { files }: Group, outcome: ImportOutcome): State => {
  const after = files.at(-1)?.key ?? state.after
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
  // Uploads during the import add files.
  const total = state.total === undefined ? null : Math.max(state.total, state.files)
  work.report({ done: state.files, total, counts: { imported, skipped, ...reasons } })
}

const SKIPPED_AS: Record<Reference, string> = {
  item: 'On the site already',
  deletion: REMOVED,
}

const saveState = (db: Db, work: Work, state: State) =>
  work.save(db, { ...state, after: state.after === null ? null : encodeURIComponent(state.after) })

const importOne = async (
  deps: UploadDeps,
  group: Group,
  { references, save }: { references: Map<string, Reference>; save: Save },
): Promise<ImportOutcome> => {
  const [reference] = group.files.flatMap(({ key }) => references.get(key) ?? [])
  if (reference) return skipped(SKIPPED_AS[reference])
  // Look up the owner for each group, because a purge or reset may have removed this user.
  return importGroup({ ...deps, ownerId: await libraryOwner(deps), save }, group)
}

/** Saves the state in the transaction that creates an item, so that each item is counted once. */
const importBatch = async (deps: UploadDeps, work: Work, { batch, from }: { batch: Group[]; from: State }) => {
  let state = from
  const keys = batch.flatMap(({ files }) => files.map(({ key }) => key)).filter(isKey)
  const references = await referencesTo(deps.db, keys)
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

const readState = async (deps: UploadDeps, work: Work): Promise<State> => {
  const state = stateSchema.parse(work.state)
  state.after &&= decodeURIComponent(state.after)
  if (!work.signal.aborted) state.total ??= await countFiles(deps.storage, work.signal)
  return state
}

const describeResult = ({ imported, skipped }: State) =>
  `Imported ${counted(imported, 'media item')}, skipped ${counted(skipped, 'file')}`

/** Creates items from files that have no database row, after the usual upload checks. */
export const importRunner =
  (deps: UploadDeps): Runner =>
  async (work) => {
    const from = await readState(deps, work)
    report(work, from)
    const state = await importGroups(deps, work, from)
    const { imported, skipped, errors, files } = state
    const result: ImportResult = { message: describeResult(state), imported, skipped, errors, totalFiles: files }
    const context = { imported, skipped, refused: errors.length, totalFiles: files }
    return { result, audit: { event: 'MEDIA_IMPORT_COMPLETED', context } }
  }
