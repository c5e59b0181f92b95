import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Response } from 'express'
import type { Db } from '../../db/client.ts'
import { writeDownloadHead } from '../../http/download-head.ts'
import { sendBody } from '../../http/send-body.ts'
import { capturedPage } from './captured-emails.queries.ts'

/** Entries read and sent at a time. */
const BATCH = 1000

async function* entriesOf(db: Db) {
  let cursor: number | undefined
  do {
    const { rows, nextCursor } = await capturedPage(db, { limit: BATCH, cursor })
    yield* rows
    cursor = nextCursor
  } while (cursor !== undefined)
}

/** RFC 4180 as spreadsheets read it: with a byte order mark for UTF-8, and formulas escaped. */
const csv = () =>
  stringify({
    bom: true,
    header: true,
    columns: { email: 'email', username: 'username', createdAt: 'captured_at' },
    quoted: true,
    quoted_empty: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { date: (time) => time.toISOString() },
  })

/** Sends every address that was left as CSV, the newest first, in constant memory. */
export const sendCsv = async (db: Db, res: Response) => {
  writeDownloadHead(res, { type: 'text/csv; charset=utf-8', nameOn: (day) => `captured-emails-${day}.csv` })
  const failure = await sendBody(res, Readable.from(entriesOf(db)), csv())
  if (failure) throw failure
}
