import { Readable } from 'node:stream'
import type { Response } from 'express'
import type { Db } from '../../db/client.ts'
import { writeDownloadHead } from '../../http/download-head.ts'
import { sendBody } from '../../http/send-body.ts'
import { type AuditFilters, auditEntries } from './audit-list.queries.ts'

/** Entries read and sent at a time. */
const BATCH = 1000

type Page = Awaited<ReturnType<typeof auditEntries>>

async function* arrayOf(first: Page, nextPage: (cursor: Page['nextCursor']) => Promise<Page>) {
  yield '['
  let separator = '\n'
  for (let page = first; ; page = await nextPage(page.nextCursor)) {
    for (const entry of page.rows) {
      yield separator + JSON.stringify(entry)
      separator = ',\n'
    }
    if (page.nextCursor === undefined) break
  }
  yield '\n]\n'
}

/** Sends every entry that the filters leave as one JSON array, the newest first, in constant memory. */
export const sendExport = async (db: Db, filters: AuditFilters, res: Response) => {
  const pageFrom = (cursor: Page['nextCursor']) => auditEntries(db, { ...filters, limit: BATCH, cursor })
  const first = await pageFrom(undefined)
  writeDownloadHead(res, { type: 'application/json; charset=utf-8', nameOn: (day) => `audit-logs-${day}.json` })
  const failure = await sendBody(res, Readable.from(arrayOf(first, pageFrom)))
  if (failure) throw failure
}
