import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Parsed } from '@hotvote/shared/contract'
import type { fileCounterNotice, TakedownNotice } from '@hotvote/shared/visitor/counter-notices'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import {
  addCounterNotice,
  findNotice,
  findUploadersToTell,
  listCounterNotices,
  listNotices,
  type NoticeKey,
  type NoticeRow,
} from './counter-notices.queries.ts'
import { counterNoticeMail, counterNoticeToOperator, noticeMail } from './takedown-mail.ts'
import { findTakedown, updateTakedown } from './takedown-review.queries.ts'

export { listCounterNotices }

type NoticeDeps = Pick<Deps, 'db' | 'log' | 'config' | 'brands'>

/** Derives the token from the key, so the database doesn't need to store tokens. */
const createToken = ({ config }: Pick<Deps, 'config'>, { takedownId, mediaId }: NoticeKey) => {
  const key = `${takedownId}-${mediaId}`
  const mark = createHmac('sha256', config.secret).update(`counter-notice ${key}`).digest('base64url').slice(0, 32)
  return `${key}-${mark}`
}

const notFound = () => new AppError('not_found', "This link doesn't lead to a removal that you can object to.")

/** @throws {AppError} `not_found` for a forged token */
const readToken = (deps: Pick<Deps, 'config'>, token: string): NoticeKey => {
  const [takedownId, mediaId] = token.split('-').map(Number)
  if (!takedownId || !mediaId) throw notFound()
  const [given, known] = [token, createToken(deps, { takedownId, mediaId })].map((text) => Buffer.from(text))
  if (!given || !known || given.length !== known.length || !timingSafeEqual(given, known)) throw notFound()
  return { takedownId, mediaId }
}

const getState = ({ status, counterNotice }: NoticeRow): TakedownNotice['state'] => {
  if (counterNotice === null) return 'open'
  if (status === 'rejected') return 'rejected'
  return status === 'resolved' ? 'upheld' : 'waiting'
}

const toNotice = (deps: Pick<Deps, 'config'>, row: NoticeRow): TakedownNotice => ({
  token: createToken(deps, row),
  takedownId: row.takedownId,
  originalName: row.removedItem.originalName,
  removedAt: row.removedItem.removedAt,
  state: getState(row),
})

export const listUserNotices = async (deps: Pick<Deps, 'db' | 'config'>, userId: number) =>
  (await listNotices(deps.db, userId)).map((row) => toNotice(deps, row))

const findByKey = async (deps: Pick<Deps, 'config'>, db: Db, key: NoticeKey): Promise<TakedownNotice> => {
  const row = await findNotice(db, key)
  if (!row) throw notFound()
  return toNotice(deps, row)
}

export const readNotice = (deps: NoticeDeps, token: string) => findByKey(deps, deps.db, readToken(deps, token))

type Filed = Parsed<typeof fileCounterNotice, 'body'> & { token: string; requestId: string }

/** Reopens a resolved request, so the operator decides on the request again. */
export const saveCounterNotice = (deps: NoticeDeps, { token, name, statement, requestId }: Filed) =>
  withTx(deps, async (tx): Promise<undefined> => {
    const key = readToken(deps, token)
    const takedown = await findTakedown(tx, key.takedownId, { forUpdate: true })
    if (!takedown) throw notFound()
    const { originalName } = await findByKey(deps, tx, key)
    if (!(await addCounterNotice(tx, key, { name, statement })))
      throw new AppError('conflict', 'You have already sent a counter-notice for this upload.')
    if (takedown.status === 'resolved')
      await updateTakedown(tx, takedown.id, { status: 'pending', adminNotes: undefined, isReopened: true })
    // Omit name and statement, because audit entries are kept longer than takedown requests.
    await recordAudit(tx, { event: 'COUNTER_NOTICE_FILED', actor: 'visitor', requestId, context: key })
    const objection = { id: takedown.id, originalName, name, statement }
    await queueMail(deps, tx, {
      about: { takedownId: takedown.id, to: 'complainant' },
      ...counterNoticeMail(deps.brands.of(takedown.host), takedown, objection),
    })
    const to = deps.config.operatorEmail
    const about = { takedownId: takedown.id, to: 'operator' }
    if (to) await queueMail(deps, tx, { to, about, ...counterNoticeToOperator(deps, objection) })
  })

/** Sends one mail to each uploader with a confirmed address. Other uploaders see the notice in My Stats. */
export const mailUploaders = async (
  deps: NoticeDeps,
  tx: Db,
  { takedownId, mediaIds }: { takedownId: number; mediaIds: number[] },
) => {
  if (mediaIds.length === 0) return
  const brand = deps.brands.of(undefined)
  const rows = await findUploadersToTell(tx, takedownId, mediaIds)
  for (const [to, removed] of Map.groupBy(rows, ({ email }) => email)) {
    const [first, ...others] = removed.map(({ mediaId, originalName }) => ({
      originalName,
      url: `${deps.brands.getOrigin(brand)}/counter-notice/${createToken(deps, { takedownId, mediaId })}`,
    }))
    const about = { takedownId, to: 'uploader' }
    if (first) await queueMail(deps, tx, { to, about, ...noticeMail(brand, takedownId, [first, ...others]) })
  }
}
