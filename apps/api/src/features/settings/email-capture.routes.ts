import { Readable } from 'node:stream'
import { captureEmail, listCapturedEmails } from '@hotvote/shared/visitor/email-capture'
import { stringify } from 'csv-stringify'
import { type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { withIsoTimes } from '../../domain/iso-times.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import { writeDownloadHead } from '../../platform/http/download-head.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { hashText, limitedVisitor, noSession, operator, requireSession } from '../../platform/http/guards.ts'
import { withPageHeaders } from '../../platform/http/list-page.ts'
import { sendBody } from '../../platform/http/send-body.ts'
import { capturedPage, countCapturedEmails, insertEmail, lockPresentUser } from './email-capture.queries.ts'

/** Stores an address once (`visitor.md §7`), without identifying the visitor by it (docs/decisions/007). */
const storeEmail = (deps: Pick<Deps, 'db' | 'log'>, userId: number, email: string): Promise<undefined> =>
  withTx(deps, async (tx) => {
    if (!(await lockPresentUser(tx, userId))) throw noSession()
    await insertEmail(tx, userId, email)
    return undefined
  })

const BATCH = 1000

async function* entriesOf(db: Db) {
  let cursor: number | undefined
  do {
    const { rows, nextCursor } = await capturedPage(db, { limit: BATCH, cursor })
    yield* rows
    cursor = nextCursor
  } while (cursor !== undefined)
}

/** CSV for spreadsheets (RFC 4180), with a byte order mark for UTF-8 and escaped formulas. */
const csv = () =>
  stringify({
    bom: true,
    header: true,
    columns: { email: 'email', username: 'username', createdAt: 'captured_at' },
    quoted: true,
    quoted_empty: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { date: (time) => time.toISOString() },
  })

const sendCsv = async (db: Db, res: Response) => {
  writeDownloadHead(res, { type: 'text/csv; charset=utf-8', nameOn: (day) => `captured-emails-${day}.csv` })
  const failure = await sendBody(res, Readable.from(entriesOf(db)), csv())
  if (failure) throw failure
}

export const emailCaptureRoutes = (deps: Deps): Router => {
  const router = Router()
  const visitor = limitedVisitor(deps, 'emailCapture', requireSession(deps))
  endpoint(router, captureEmail, visitor, ({ body }, { userId, sessionHash }) => {
    if (!hashText(body.sessionId).equals(sessionHash)) throw new AppError('not_yours', 'That is not your session.')
    return storeEmail(deps, userId, body.email)
  })
  return router
}

/** See `admin.md §7`. */
export const capturedEmailRoutes = ({ db }: Pick<Deps, 'db'>): Router => {
  const router = Router()

  endpoint(router, listCapturedEmails, operator, async ({ query }, caller, res) => {
    if (query.export === 'true') {
      await recordOperator(db, caller, {
        event: 'CAPTURED_EMAILS_EXPORTED',
        context: { count: await countCapturedEmails(db) },
      })
      await sendCsv(db, res)
      return []
    }
    const [page, total] = await Promise.all([capturedPage(db, query), countCapturedEmails(db)])
    return withPageHeaders(res, query, { ...page, total }).map(withIsoTimes)
  })
  return router
}
