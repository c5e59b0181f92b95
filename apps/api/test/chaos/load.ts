import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { QueueEntry } from '@hotvote/shared/operator/review-queue'
import type { RatingItem } from '@hotvote/shared/visitor/rating'
import type { UploadedMedia } from '@hotvote/shared/visitor/uploads'
import { call, type QuickVisitor } from '../app/call.ts'
import { OPERATOR } from '../app/settings.ts'
import { quarters } from '../make/pictures.ts'
import { buildForm, filePart, formHeaders, userPart } from '../make/upload.ts'
import type { Ledger } from './ledger.ts'

/** `random` is between 0 and 1; `interval` is milliseconds between a visitor's actions. */
export type Traffic = {
  web: () => { baseUrl: string }
  ledger: Ledger
  random: () => number
  interval: number
  signal: AbortSignal
}

/** Uses a new connection per call, because `call` retries on kept-alive ones. */
const send = <Body>(
  { web }: Traffic,
  visitor: { cookie: string },
  [route, body]: [`${string} ${string}`, object | undefined],
) => call<Body>(web(), route, { cookie: visitor.cookie, agent: false, ...(body && { body }) })

const nextItem = async (traffic: Traffic, visitor: QuickVisitor) => {
  const route = `GET /api/media/random/${visitor.id}` as const
  const found = await send<RatingItem>(traffic, visitor, [route, undefined]).catch(() => undefined)
  return found?.status === 200 ? found.body.id : undefined
}

const rate = async (traffic: Traffic, visitor: QuickVisitor) => {
  const userId = visitor.id
  const mediaId = await nextItem(traffic, visitor)
  if (mediaId === undefined) return
  const isHot = traffic.random() < 0.6
  await traffic.ledger.enter({ kind: 'view', userId, mediaId }, () =>
    send(traffic, visitor, [`POST /api/media/${mediaId}/view`, { userId }]),
  )
  await traffic.ledger.enter({ kind: 'vote', userId, mediaId, isHot }, () =>
    send(traffic, visitor, ['POST /api/votes', { userId, mediaId, isHot }]),
  )
}

const upload = async ({ web, ledger, random }: Traffic, { id, cookie }: QuickVisitor) => {
  const picture = await quarters(16 + Math.floor(random() * 200), 24)
    .jpeg()
    .toBuffer()
  const body = buildForm([userPart(id), filePart(picture)])
  const headers = { ...formHeaders, 'content-length': String(body.length), 'idempotency-key': randomUUID() }
  const reply = await ledger.enter(
    { kind: 'upload', userId: id },
    () => call<UploadedMedia>(web(), 'POST /api/media/upload', { body, cookie, headers, agent: false }),
    (answer) => (answer.status === 201 ? { mediaId: answer.body.id } : {}),
  )
  return reply?.status === 201 ? reply.body.id : undefined
}

const remove = ({ web, ledger }: Traffic, { id, cookie }: QuickVisitor, mediaId: number) =>
  ledger.enter({ kind: 'delete', mediaId, event: 'MEDIA_DELETE_COMPLETED' }, () =>
    call(web(), `DELETE /api/media/${mediaId}?userId=${id}`, { cookie, agent: false }),
  )

/** @returns true if the item was certainly restored */
const restore = async ({ web, ledger }: Traffic, mediaId: number) => {
  const reply = await ledger.enter({ kind: 'restore', mediaId, event: 'MEDIA_RESTORED' }, () =>
    call(web(), `POST /api/admin/trash/${mediaId}/restore`, { headers: OPERATOR, agent: false }),
  )
  return reply?.status === 204
}

const removeOne = async (traffic: Traffic, visitor: QuickVisitor, own: number[]) => {
  const mediaId = own.shift() ?? 0
  await remove(traffic, visitor, mediaId)
  if (traffic.random() < 0.5 && (await restore(traffic, mediaId))) own.push(mediaId)
}

const report = async (traffic: Traffic, visitor: QuickVisitor) => {
  const mediaId = await nextItem(traffic, visitor)
  if (mediaId === undefined) return
  const body = { userId: visitor.id, reason: traffic.random() < 0.2 ? 'illegal' : 'spam' }
  await traffic.ledger.enter({ kind: 'report', userId: visitor.id, mediaId }, () =>
    send(traffic, visitor, [`POST /api/media/${mediaId}/report`, body]),
  )
}

const askForLink = ({ web, ledger }: Traffic, { id, sessionId, cookie }: QuickVisitor) =>
  ledger.enter({ kind: 'other' }, () =>
    call(web(), 'POST /api/auth/send-magic-link', {
      body: { email: `visitor${id}@example.com`, sessionId },
      cookie,
      agent: false,
    }),
  )

export const visit = async (traffic: Traffic, visitor: QuickVisitor) => {
  const own: number[] = []
  while (!traffic.signal.aborted) {
    const dice = traffic.random()
    if (dice < 0.08) own.push(...[await upload(traffic, visitor)].flatMap((id) => id ?? []))
    else if (dice < 0.12 && own.length > 1) await removeOne(traffic, visitor, own)
    else if (dice < 0.14) await askForLink(traffic, visitor)
    else if (dice < 0.2) await report(traffic, visitor)
    else await rate(traffic, visitor)
    await pause(traffic.interval)
  }
}

const order = (
  { web, ledger }: Traffic,
  [route, body]: [`POST ${string}`, object?],
  leaves: { event?: string; mediaId?: number } = {},
) => ledger.enter({ kind: 'other', ...leaves }, () => call(web(), route, { body, headers: OPERATOR, agent: false }))

const keepReported = async (traffic: Traffic) => {
  const queue = await call<QueueEntry[]>(traffic.web(), 'GET /api/admin/queue', {
    headers: OPERATOR,
    agent: false,
  }).catch(() => undefined)
  if (queue?.status !== 200) return
  for (const entry of queue.body)
    if (entry.kind === 'report') {
      const leaves = { event: 'REPORTS_KEPT', mediaId: entry.media.id }
      await order(traffic, [`POST /api/admin/reports/${entry.media.id}`, { decision: 'keep' }], leaves)
    }
}

export const operate = async (traffic: Traffic, visitors: QuickVisitor[]) => {
  const { random, interval, signal } = traffic
  const saved = { event: 'SETTINGS_UPDATED' }
  for (let round = 0; !signal.aborted; round++) {
    const multiplier = 1 + Math.floor(random() * 100) / 100
    await order(traffic, ['POST /api/admin/vote-multiplier-config', { isEnabled: false, multiplier }], saved)
    await order(traffic, ['POST /api/admin/report-config', { hideAfter: 1 }], saved)
    const { id } = visitors[round % visitors.length] ?? {}
    await order(traffic, [`POST /api/admin/users/${id}/block`])
    await pause(2 * interval)
    await order(traffic, [`POST /api/admin/users/${id}/unblock`])
    await keepReported(traffic)
    await pause(2 * interval)
  }
}
