import { once } from 'node:events'
import type { Response } from 'express'
import type { Db } from '../../db/client.ts'
import { type AuditFilters, auditEntries } from './audit-list.queries.ts'

/** Entries read and sent at a time. */
const BATCH = 1000

/** Sends every entry that the filters leave as one JSON array, the newest first, in constant memory. */
export const sendExport = async (db: Db, filters: AuditFilters, res: Response) => {
  let entries = await auditEntries(db, filters, { limit: BATCH })
  const day = new Date().toISOString().slice(0, 10)
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Disposition', `attachment; filename="audit-logs-${day}.json"`)
  res.write('[')
  for (let separator = '\n'; entries.length > 0 && !res.closed; ) {
    for (const entry of entries) {
      res.write(separator + JSON.stringify(entry))
      separator = ',\n'
    }
    if (res.writableNeedDrain) await Promise.race([once(res, 'drain'), once(res, 'close')])
    const cursor = entries.at(-1)?.id
    entries = entries.length < BATCH ? [] : await auditEntries(db, filters, { limit: BATCH, cursor })
  }
  res.end('\n]\n')
}
