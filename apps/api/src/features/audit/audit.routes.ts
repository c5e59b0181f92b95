import { auditStats, listAuditLogs } from '@hotvote/shared/audit'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator } from '../../http/guards.ts'
import { setPageHeaders } from '../../http/list-page.ts'
import { recordOperator } from './audit.service.ts'
import { sendExport } from './audit-export.ts'
import { auditEntries, countOfAudit, statsOfAudit } from './audit-list.queries.ts'

/** What happened, for the operator to read and take along (`admin.md §7`). */
export const auditRoutes = ({ db }: Pick<Deps, 'db'>): Router => {
  const router = Router()

  endpoint(router, listAuditLogs, operator, async ({ query }, who, res) => {
    const { limit, cursor, after, export: isExport, ...filters } = query
    if (isExport === 'true') {
      // Somebody's name or address may have been looked for, and an entry stays for ever.
      const { search, ...named } = filters
      const context = { ...named, isSearch: search !== undefined && search !== '' }
      await recordOperator(db, who, { event: 'AUDIT_LOGS_EXPORTED', context })
      await sendExport(db, filters, res)
      return []
    }
    const [rows, total] = await Promise.all([
      // One more than asked for tells whether there is another page.
      auditEntries(db, filters, { limit: limit + 1, cursor, after }),
      countOfAudit(db, filters, after),
    ])
    const shown = rows.slice(0, limit)
    setPageHeaders(res, { total, limit, nextCursor: rows.length > limit ? shown.at(-1)?.id : undefined })
    return shown
  })
  endpoint(router, auditStats, operator, ({ query }) => statsOfAudit(db, query))
  return router
}
