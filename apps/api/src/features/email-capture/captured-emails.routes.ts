import { listCapturedEmails } from '@hotvote/shared/email-capture'
import { Router } from 'express'
import { recordOperator } from '../../audit/audit-log.ts'
import type { Deps } from '../../deps.ts'
import { withIsoTimes } from '../../domain/iso-times.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator } from '../../http/guards.ts'
import { withPageHeaders } from '../../http/list-page.ts'
import { capturedPage, countOfCaptured } from './captured-emails.queries.ts'
import { sendCsv } from './captured-emails-export.ts'

/** What visitors left (`admin.md §7`). */
export const capturedEmailRoutes = ({ db }: Pick<Deps, 'db'>): Router => {
  const router = Router()

  endpoint(router, listCapturedEmails, operator, async ({ query }, caller, res) => {
    if (query.export === 'true') {
      await recordOperator(db, caller, {
        event: 'CAPTURED_EMAILS_EXPORTED',
        context: { count: await countOfCaptured(db) },
      })
      await sendCsv(db, res)
      return []
    }
    const [page, total] = await Promise.all([capturedPage(db, query), countOfCaptured(db)])
    return withPageHeaders(res, query, { ...page, total }).map(withIsoTimes)
  })
  return router
}
