import type { QueueEntry } from '@hotvote/shared/operator/review-queue'
import type { ReportReason } from '@hotvote/shared/visitor/reports'
import { expect } from 'vitest'
import { call, type QuickVisitor, visitorFrom } from '../app/call.ts'
import { countOf } from '../app/counts.ts'
import { operatorCall } from '../app/operator.ts'
import type { TestApp } from '../app/test-app.ts'

type Reporter = Pick<QuickVisitor, 'id' | 'cookie'> & Partial<Pick<QuickVisitor, 'headers'>>

/** Needs a site behind a proxy. */
export const reportsOn = (app: TestApp) => {
  let networks = 0
  const fromElsewhere = () => visitorFrom(app, `10.0.${++networks}.1`)
  const report = ({ id, cookie, headers = {} }: Reporter, item: number, reason: ReportReason = 'spam') =>
    call(app, `POST /api/media/${item}/report`, { cookie, headers, body: { userId: id, reason } })
  return {
    fromElsewhere,
    report,
    reported: async (item: number, times: number, reason: ReportReason = 'spam') => {
      for (let n = 0; n < times; n += 1) expect((await report(await fromElsewhere(), item, reason)).status).toBe(204)
    },
    decide: (item: number, decision: string) => operatorCall(app, `POST /api/admin/reports/${item}`, { decision }),
    isShown: async (item: number) =>
      (await countOf(app.deps.db, 'SELECT count(position) FROM media WHERE id = $1', [item])) === 1,
    /** Undefined if the item is not in the review queue. */
    queued: async (item: number) => {
      const { body } = await operatorCall<QueueEntry[]>(app, 'GET /api/admin/queue?limit=100')
      return body.find(({ key }) => key === `report:${item}`)
    },
  }
}
