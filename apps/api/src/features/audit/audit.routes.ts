import { auditStats, listAuditLogs } from '@hotvote/shared/audit'
import { Router } from 'express'
import { recordOperator } from '../../audit/audit-log.ts'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator } from '../../http/guards.ts'
import { withPageHeaders } from '../../http/list-page.ts'
import { sendExport } from './audit-export.ts'
import { auditEntries, countOfAudit, statsOfAudit } from './audit-list.queries.ts'

/** What happened, for the operator to read and take along (`admin.md §7`). */
export const auditRoutes = ({ db }: Pick<Deps, 'db'>): Router => {
  const router = Router()

  endpoint(router, listAuditLogs, operator, async ({ query }, caller, res) => {
    if (query.export === 'true') {
      // Somebody's name or address may have been looked for, and an entry stays for ever.
      const { search, eventType, date } = query
      const context = { eventType, date, isSearch: search !== undefined && search !== '' }
      await recordOperator(db, caller, { event: 'AUDIT_LOGS_EXPORTED', context })
      await sendExport(db, { search, eventType, date }, res)
      return []
    }
    const [page, total] = await Promise.all([auditEntries(db, query), countOfAudit(db, query)])
    return withPageHeaders(res, query, { ...page, total })
  })
  endpoint(router, auditStats, operator, ({ query }) => statsOfAudit(db, query))
  return router
}
