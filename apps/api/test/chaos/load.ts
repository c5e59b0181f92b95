import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RatingItem } from '@hotvote/shared/rating'
import type { UploadedMedia } from '@hotvote/shared/uploads'
import { call, type QuickVisitor } from '../call.ts'
import { OPERATOR } from '../credentials.ts'
import { quarters } from '../pictures.ts'
import { filePart, formHeaders, formOf, userPart } from '../upload.ts'
import type { Ledger } from './ledger.ts'

/** `web`: the address of either process; `random`: between 0 and 1. */
export type Traffic = { web: () => { baseUrl: string }; ledger: Ledger; random: () => number; signal: AbortSignal }

/** Milliseconds between two acts of one visitor. */
const PAUSE = 25

/** Each call has a connection of its own: nothing is sent twice. */
const send = <Body>(
  { web }: Traffic,
  visitor: { cookie: string },
  [route, body]: [`${string} ${string}`, object | undefined],
) => call<Body>(web(), route, { cookie: visitor.cookie, agent: false, ...(body && { body }) })

const rate = async (traffic: Traffic, visitor: QuickVisitor) => {
  const userId = visitor.id
  const route = `GET /api/media/random/${userId}` as const
  const found = await send<RatingItem>(traffic, visitor, [route, undefined]).catch(() => undefined)
  if (found?.status !== 200) return
  const mediaId = found.body.id
  const isHot = traffic.random() < 0.6
  await traffic.ledger.enter({ kind: 'view', userId, mediaId }, () =>
    send(traffic, visitor, [`POST /api/media/${mediaId}/view`, { userId }]),
  )
  await traffic.ledger.enter({ kind: 'vote', userId, mediaId, isHot }, () =>
    send(traffic, visitor, ['POST /api/votes', { userId, mediaId, isHot }]),
  )
}

/** @returns the id of the new item */
const upload = async ({ web, ledger, random }: Traffic, { id, cookie }: QuickVisitor) => {
  const picture = await quarters(16 + Math.floor(random() * 200), 24)
    .jpeg()
    .toBuffer()
  const body = formOf([userPart(id), filePart(picture)])
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

const askForLink = ({ web, ledger }: Traffic, { id, sessionId, cookie }: QuickVisitor) =>
  ledger.enter({ kind: 'other' }, () =>
    call(web(), 'POST /api/auth/send-magic-link', {
      body: { email: `visitor${id}@example.com`, sessionId },
      cookie,
      agent: false,
    }),
  )

/** Rates, and now and then uploads, deletes an upload, asks for a link. */
export const visit = async (traffic: Traffic, visitor: QuickVisitor) => {
  const own: number[] = []
  while (!traffic.signal.aborted) {
    const dice = traffic.random()
    if (dice < 0.08) own.push(...[await upload(traffic, visitor)].flatMap((id) => id ?? []))
    else if (dice < 0.1 && own.length > 1) await remove(traffic, visitor, own.shift() ?? 0)
    else if (dice < 0.11) await askForLink(traffic, visitor)
    else await rate(traffic, visitor)
    await pause(PAUSE)
  }
}

/** The operator saves a setting. */
export const operate = async ({ web, ledger, random, signal }: Traffic) => {
  while (!signal.aborted) {
    const multiplier = 1 + Math.floor(random() * 100) / 100
    const setting = { isEnabled: false, multiplier }
    await ledger.enter({ kind: 'other', event: 'SETTINGS_UPDATED' }, () =>
      call(web(), 'POST /api/admin/vote-multiplier-config', { body: setting, headers: OPERATOR, agent: false }),
    )
    await pause(20 * PAUSE)
  }
}
