import { Readable } from 'node:stream'
import { auditStats, listAuditLogs } from '@hotvote/shared/operator/audit'
import { type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/client.ts'
import { writeDownloadHead } from '../../platform/http/download-head.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { operator } from '../../platform/http/guards.ts'
import { withPageHeaders } from '../../platform/http/list-page.ts'
import { sendBody } from '../../platform/http/send-body.ts'
import { type AuditFilters, auditEntries, countAuditEntries, readAuditStats } from './audit.service.ts'
import { addNames } from './audit-names.queries.ts'

/** Entries per query. */
const BATCH = 1000

type Page = Awaited<ReturnType<typeof auditEntries>>

async function* streamArray(first: Page, nextPage: (cursor: Page['nextCursor']) => Promise<Page>) {
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

/** Streams matching entries, newest first, as one JSON array in constant memory. */
const sendExport = async (db: Db, filters: AuditFilters, res: Response) => {
  const pageFrom = (cursor: Page['nextCursor']) => auditEntries(db, { ...filters, limit: BATCH, cursor })
  const first = await pageFrom(undefined)
  writeDownloadHead(res, { type: 'application/json; charset=utf-8', nameOn: (day) => `audit-logs-${day}.json` })
  const failure = await sendBody(res, Readable.from(streamArray(first, pageFrom)))
  if (failure) throw failure
}

/** See `admin.md §7`. */
export const auditRoutes = ({ db }: Pick<Deps, 'db'>): Router => {
  const router = Router()

  endpoint(router, listAuditLogs, operator, async ({ query }, caller, res) => {
    if (query.export === 'true') {
      // Don't record the search text, which may be personal data, because audit entries are permanent.
      const { search, eventType, date } = query
      const context = { eventType, date, isSearch: search !== undefined && search !== '' }
      await recordOperator(db, caller, { event: 'AUDIT_LOGS_EXPORTED', context })
      await sendExport(db, { search, eventType, date }, res)
      return []
    }
    const [page, total] = await Promise.all([auditEntries(db, query), countAuditEntries(db, query)])
    return addNames(db, withPageHeaders(res, query, { ...page, total }))
  })
  endpoint(router, auditStats, operator, ({ query }) => readAuditStats(db, query))
  return router
}
