import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportResult } from '@hotvote/shared/vote-export'
import { recordOperator } from '../../audit/audit-log.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import type { OperatorWithPreference } from '../../http/guards.ts'
import type { Runner, Work } from '../../operations/operation-runner.service.ts'
import { answerWith } from '../../operations/operations.service.ts'
import { hasRoomFor } from '../../storage/free-disk.ts'
import { allVotes, COLUMNS, expectedVotes, hiddenItems } from './vote-export.queries.ts'
import type { Batch } from './workbook.ts'

type ExportDeps = Pick<Deps, 'config' | 'db' | 'log' | 'tempDir'>

/** Milliseconds that a finished file can be downloaded again. */
const RETENTION = 60 * 60_000

/** Of the work with this id; in the folder of the process that did it. */
const pathOf = ({ tempDir }: ExportDeps, operationId: number) => join(tempDir, `votes-export-${operationId}.xlsx`)

/** The path of the finished file, if this process made it and it is not expired. */
export const finishedExport = (deps: ExportDeps, operationId: number): string | undefined => {
  const path = pathOf(deps, operationId)
  return existsSync(path) ? path : undefined
}

/** A sheet for what counts, and one, where there is any, for what was set aside. */
const SHEETS = { counted: 'Votes', setAside: 'Votes set aside' }
type WrittenRows = { rows: number; setAside: number }

/** Bytes that the rows of one batch take at most. */
const BATCH_BYTES = 1024 * 1024

/** It is not tried again and again, as what waits for a store is: nobody knows whether it will ever have room. */
const refuseFullDisk = async ({ config }: ExportDeps) => {
  if (!(await hasRoomFor(config, BATCH_BYTES)))
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

/** Writes every vote into a file beside this process; a stopped export leaves none. */
export const exportRunner =
  (deps: ExportDeps): Runner =>
  async (work) => {
    const path = pathOf(deps, work.id)
    const unfinished = `${path}.part`
    const total = await expectedVotes(deps.db)
    let [rows, setAside] = [0, 0]
    work.report({ done: 0, total })
    const batches = cellsOf(deps, work, (more) => {
      rows += more.rows
      setAside += more.setAside
      work.report({ done: rows, total: Math.max(total, rows) })
    })
    try {
      // Loaded by the first export: it takes longer than the whole rest of a start.
      const { writeWorkbook } = await import('./workbook.ts')
      const sheets = await writeWorkbook(unfinished, { columns: COLUMNS, batches, sheetName: SHEETS.counted })
      if (work.signal.aborted) return { result: { operation: work.id, rows: 0, setAside: 0, sheets: 0, bytes: 0 } }
      await rename(unfinished, path)
      setTimeout(() => void rm(path, { force: true }).catch(() => undefined), RETENTION).unref()
      const { size: bytes } = await stat(path)
      const result: ExportResult = { operation: work.id, rows, setAside, sheets, bytes }
      return { result, audit: { event: 'VOTES_EXPORT_COMPLETED', context: result } }
    } finally {
      await rm(unfinished, { force: true })
    }
  }

/** Starts an export in this process, which then has the file, and answers when it is done, or at once to `Prefer: respond-async`. */
export const startExport = (deps: ExportDeps & Pick<Deps, 'ownRuns'>, operator: OperatorWithPreference) =>
  answerWith<ExportResult>(deps, {
    kind: 'export-votes',
    operator,
    before: (tx) => recordOperator(tx, operator, { event: 'VOTES_EXPORT_REQUEST', context: {} }),
    runHere: { ownRuns: deps.ownRuns, runner: exportRunner(deps) },
  })
