import { createHmac } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportResult } from '@hotvote/shared/operator/vote-export'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { EXPORTS } from '../../domain/media-keys.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import type { OperatorWithPreference } from '../../platform/http/guards.ts'
import type { Runner, Work } from '../../platform/operations/operation-runner.service.ts'
import { answerWith } from '../../platform/operations/operations.service.ts'
import { hasRoomFor } from '../../platform/storage/free-disk.ts'
import { pagesOf } from '../../platform/storage/storage.ts'
import { withTempFolder } from '../../platform/storage/temp-folder.ts'
import { allVotes, COLUMNS, expectedVotes, hiddenItems } from './vote-export.queries.ts'
import type { Batch } from './workbook.ts'

type ExportDeps = Pick<Deps, 'config' | 'db' | 'log' | 'storage' | 'tempDir'>

/** Milliseconds for which a finished file stays available at least. */
const RETENTION = 60 * 60_000

/** Unguessable, because a CDN may make the bucket public. */
const makeKey = ({ config }: ExportDeps, operationId: number) =>
  `${EXPORTS}${createHmac('sha256', config.secret).update(`votes of operation ${operationId}`).digest('hex')}.xlsx`

export const readExport = (deps: ExportDeps, operationId: number) => deps.storage.read(makeKey(deps, operationId))

export const deleteOldExports = async ({ storage }: Pick<Deps, 'storage'>) => {
  for await (const page of pagesOf(storage.list, { prefix: EXPORTS }))
    for (const { key, lastModified } of page)
      if (lastModified.getTime() < Date.now() - RETENTION) await storage.delete(key)
}

const SHEETS = { counted: 'Votes', setAside: 'Votes set aside' }
type WrittenRows = { rows: number; setAside: number }

const BATCH_BYTES = 1024 * 1024

/** Fails at once without retries, because the disk may stay full. */
const refuseFullDisk = async ({ config }: ExportDeps, bytes = BATCH_BYTES) => {
  if (!(await hasRoomFor(config, bytes)))
    throw new AppError('internal', 'The disk has no room for this export: MIN_FREE_MB stay free.')
}

async function* cellsOf(deps: ExportDeps, work: Work, tell: (more: WrittenRows) => void): AsyncGenerator<Batch> {
  const hidden = await hiddenItems(deps.db)
  for await (const batch of allVotes(deps.db)) {
    if (work.signal.aborted) return
    await refuseFullDisk(deps)
    const votes = batch.filter(({ mediaId }) => !hidden.has(mediaId))
    const [setAside, counted] = [votes.filter((vote) => vote.isSetAside), votes.filter((vote) => !vote.isSetAside)]
    tell({ rows: counted.length, setAside: setAside.length })
    const cells = (some: typeof votes) =>
      some.map(({ userId, mediaId, isHot, createdAt }) => [userId, mediaId, isHot, createdAt])
    yield { sheetName: SHEETS.counted, rows: cells(counted) }
    yield { sheetName: SHEETS.setAside, rows: cells(setAside) }
  }
}

export const exportRunner =
  (deps: ExportDeps): Runner =>
  async (work) => {
    const total = await expectedVotes(deps.db)
    let [rows, setAside] = [0, 0]
    work.report({ done: 0, total })
    const batches = cellsOf(deps, work, (more) => {
      rows += more.rows
      setAside += more.setAside
      work.report({ done: rows, total: Math.max(total, rows) })
    })
    return withTempFolder(deps.tempDir, async (folder) => {
      const path = join(folder, 'votes.xlsx')
      // Loaded lazily, because the module takes longer than the rest of the start.
      const { writeWorkbook } = await import('./workbook.ts')
      const sheets = await writeWorkbook(path, { columns: COLUMNS, batches, sheetName: SHEETS.counted })
      if (work.signal.aborted) return { result: { operation: work.id, rows: 0, setAside: 0, sheets: 0, bytes: 0 } }
      const { size: bytes } = await stat(path)
      await refuseFullDisk(deps, bytes)
      await deps.storage.put(makeKey(deps, work.id), path, bytes)
      const result: ExportResult = { operation: work.id, rows, setAside, sheets, bytes }
      return { result, audit: { event: 'VOTES_EXPORT_COMPLETED', context: result } }
    })
  }

/** Answers at once only with `Prefer: respond-async`. */
export const startExport = (deps: ExportDeps, operator: OperatorWithPreference) =>
  answerWith<ExportResult>(deps, {
    kind: 'export-votes',
    operator,
    before: (tx) => recordOperator(tx, operator, { event: 'VOTES_EXPORT_REQUEST', context: {} }),
  })
