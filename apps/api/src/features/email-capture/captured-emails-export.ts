import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { Db } from '../../db/client.ts'
import { type CapturedRow, capturedEmails } from './captured-emails.queries.ts'

/** Entries read and sent at a time. */
const BATCH = 1000

/** Spreadsheets would run these; an apostrophe keeps them texts. */
const FORMULA = /^[=+\-@\t\r]/

const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

const line = ({ email, username, createdAt }: CapturedRow) =>
  `${[email, username ?? '', createdAt.toISOString()].map(cell).join(',')}\r\n`

async function* linesOf(db: Db) {
  // The mark tells spreadsheets that names are UTF-8.
  yield '\uFEFF"email","username","captured_at"\r\n'
  let cursor: number | undefined
  do {
    const rows = await capturedEmails(db, { limit: BATCH, cursor })
    yield rows.map(line).join('')
    cursor = rows.length < BATCH ? undefined : rows.at(-1)?.id
  } while (cursor !== undefined)
}

/** Sends every address that was left as CSV (RFC 4180), the newest first, in constant memory. */
export const sendCsv = async (db: Db, res: Response) => {
  const day = new Date().toISOString().slice(0, 10)
  res.writeHead(200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="captured-emails-${day}.csv"`,
  })
  // The head is out: a failure can only cut the connection, which tells the caller that the file is not complete.
  await pipeline(Readable.from(linesOf(db)), res).catch(() => res.destroy())
}
