import {
  listCapturedEmails,
  operatorEmailCapture,
  saveEmailCapture,
  VOTE_THRESHOLD,
} from '@hotvote/shared/email-capture'
import { Router } from 'express'
import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator } from '../../http/guards.ts'
import { setPageHeaders } from '../../http/list-page.ts'
import { recordOperator } from '../audit/audit.service.ts'
import { saveSetting } from '../settings/settings.service.ts'
import { capturedEmails, countOfCaptured } from './captured-emails.queries.ts'
import { sendCsv } from './captured-emails-export.ts'
import { savedCapture, writeCapture } from './email-capture.queries.ts'

/** Nothing has been saved. */
const NONE = { isEnabled: false, voteThreshold: VOTE_THRESHOLD.default }

/** When visitors are asked for an address, and what they left (`admin.md §7`). */
export const emailCaptureOperatorRoutes = (deps: Pick<Deps, 'db' | 'log'>): Router => {
  const router = Router()
  const { db } = deps

  endpoint(router, operatorEmailCapture, operator, async () => {
    const saved = await savedCapture(db)
    return { ...NONE, ...saved, updatedAt: saved?.updatedAt.toISOString() ?? null }
  })
  endpoint(router, saveEmailCapture, operator, async ({ body: { asRead, ...wanted } }, who) => {
    const context = { setting: 'email-capture', ...wanted }
    const write = (tx: Db) => writeCapture(tx, wanted)
    const saved = await saveSetting(deps, who, { context, asRead, wanted, read: savedCapture, write })
    return { ...saved, updatedAt: saved.updatedAt.toISOString() }
  })
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
