import { createHmac } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportResult } from '@hotvote/shared/operator/votes'
import { eq, ne, sql } from 'drizzle-orm'
import type pg from 'pg'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { EXPORTS } from '../../domain/media-keys.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { onlyRow, sumColumn } from '../../platform/db/aggregates.ts'
import type { Database, Db } from '../../platform/db/client.ts'
import { media } from '../../platform/db/schema/index.ts'
import { parseRows, type Statement, statement } from '../../platform/db/statement.ts'
import type { OperatorWithPreference } from '../../platform/http/guards.ts'
import type { Runner, Work } from '../../platform/operations/operation-runner.service.ts'
import { answerWith } from '../../platform/operations/operations.service.ts'
import { hasRoomFor } from '../../platform/storage/free-disk.ts'
import { pagesOf } from '../../platform/storage/storage.ts'
import { withTempFolder } from '../../platform/storage/temp-folder.ts'
import { IS_COUNTED, IS_SET_ASIDE } from '../voting/counted-votes.sql.ts'
import type { Batch } from './workbook.ts'

const BATCH = 5000

/** Milliseconds. Long, because a cluster sorts all rows before returning the first batch. */
const TIMEOUT = 60 * 60_000

/** Reads from a single snapshot. Consume each batch within 10 s, the transaction's idle timeout. */
async function* readBatches<Row>(pool: pg.Pool, { text, row }: Statement<Row>): AsyncGenerator<Row[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${TIMEOUT}`)
    await client.query(`DECLARE batches NO SCROLL CURSOR FOR ${text}`)
    for (;;) {
      const batch = { text: `FETCH ${BATCH} FROM batches`, rowMode: 'array' as const, query_timeout: TIMEOUT }
      const { rows } = await client.query(batch)
      if (rows.length === 0) break
      yield parseRows(row, rows)
    }
  } finally {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    client.release(broken)
  }
}

/** See `admin.md §3`. */
const COLUMNS = ['user_id', 'media_id', 'is_hot', 'voted_at']

const ALL_VOTES = statement({
  name: 'all_votes',
  row: {
    userId: z.number(),
    mediaId: z.number(),
    isHot: z.boolean(),
    createdAt: z.date(),
    isSetAside: z.boolean(),
  },
  text: `
(SELECT user_id, media_id, is_hot, created_at, false AS is_set_aside FROM votes
WHERE ${IS_COUNTED} ORDER BY user_id, media_id)
UNION ALL
(SELECT user_id, media_id, is_hot, created_at, true FROM votes
WHERE ${IS_SET_ASIDE} ORDER BY user_id, media_id)`,
})

const allVotes = ({ pool }: Pick<Database, 'pool'>) => readBatches(pool, ALL_VOTES)

/** Finds items whose votes are not exported because the items are trashed, hidden or deleted. */
const hiddenItems = async ({ orm }: Db): Promise<ReadonlySet<number>> => {
  const rows = await orm.select({ id: media.id }).from(media).where(ne(media.status, 'ready'))
  return new Set(rows.map(({ id }) => id))
}

const expectedVotes = async (db: Db): Promise<number> => {
  const votes = sumColumn(sql`${media.hotVotes} + ${media.notVotes}`)
  return onlyRow(await db.orm.select({ votes }).from(media).where(eq(media.status, 'ready'))).votes
}

type ExportDeps = Pick<Deps, 'config' | 'db' | 'log' | 'storage' | 'tempDir'>

/** Milliseconds after which a finished file may be deleted. */
const RETENTION = 60 * 60_000

/** The key can't be guessed, because a CDN may make the bucket public. */
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

/** Fails without a retry, because a full disk is likely to stay full. */
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
      // Import on demand, because loading the module would slow down startup.
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

/** Responds after the export, or immediately if the client sent `Prefer: respond-async`. */
export const startExport = (deps: ExportDeps, operator: OperatorWithPreference) =>
  answerWith<ExportResult>(deps, {
    kind: 'export-votes',
    operator,
    before: (tx) => recordOperator(tx, operator, { event: 'VOTES_EXPORT_REQUEST', context: {} }),
  })
