import { listCapturedEmails } from '@hotvote/shared/email-capture'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator } from '../../http/guards.ts'
import { setPageHeaders } from '../../http/list-page.ts'
import { recordOperator } from '../audit/audit.service.ts'
import { capturedEmails, countOfCaptured } from './captured-emails.queries.ts'
import { sendCsv } from './captured-emails-export.ts'

/** What visitors left (`admin.md §7`). */
export const capturedEmailRoutes = ({ db }: Pick<Deps, 'db'>): Router => {
  const router = Router()

  endpoint(router, listCapturedEmails, operator, async ({ query }, who, res) => {
    const { limit, cursor, export: isExport } = query
    if (isExport === 'true') {
      await recordOperator(db, who, {
        event: 'CAPTURED_EMAILS_EXPORTED',
        context: { count: await countOfCaptured(db) },
      })
      await sendCsv(db, res)
      return []
    }
    // One more than asked for tells whether there is another page.
    const [rows, total] = await Promise.all([capturedEmails(db, { limit: limit + 1, cursor }), countOfCaptured(db)])
    const shown = rows.slice(0, limit)
    setPageHeaders(res, { total, limit, nextCursor: rows.length > limit ? shown.at(-1)?.id : undefined })
    return shown.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
  })
  return router
}
