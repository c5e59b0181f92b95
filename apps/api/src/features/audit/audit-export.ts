import { once } from 'node:events'
import type { Response } from 'express'
import type { Db } from '../../db/client.ts'
import { type AuditFilters, auditEntries } from './audit-list.queries.ts'

/** Entries read and sent at a time. */
const BATCH = 1000

/** Sends every entry that the filters leave as one JSON array, the newest first, in constant memory. */
export const sendExport = async (db: Db, filters: AuditFilters, res: Response) => {
  let page = await auditEntries(db, { ...filters, limit: BATCH })
  const day = new Date().toISOString().slice(0, 10)
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Disposition', `attachment; filename="audit-logs-${day}.json"`)
  res.write('[')
  for (let separator = '\n'; ; ) {
    for (const entry of page.rows) {
      res.write(separator + JSON.stringify(entry))
      separator = ',\n'
    }
    if (res.writableNeedDrain) await Promise.race([once(res, 'drain'), once(res, 'close')])
    if (page.nextCursor === undefined || res.closed) break
    page = await auditEntries(db, { ...filters, limit: BATCH, cursor: page.nextCursor })
  }
  res.end('\n]\n')
}
