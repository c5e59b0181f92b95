import { gt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { getCode } from '../../domain/error-code.ts'
import { describeError } from '../../domain/error-text.ts'
import { unseal } from '../config/sealed-text.ts'
import { onlyRow, sumColumn } from '../db/aggregates.ts'
import { type Db, forLog } from '../db/client.ts'
import { mailCounts } from '../db/schema/index.ts'
import { readTime, today } from '../db/time.ts'
import { userExists } from '../db/user-exists.ts'
import { JobDelayed, type Tasks } from '../jobs/queue.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type Mailer, MailFailed, MailRefused } from './mailer.ts'
import type { SealedMail } from './queue-mail.ts'

const countSentMail = async (db: Db) => {
  const { day, sent } = mailCounts
  await db.orm
    .insert(mailCounts)
    .values({ day: today, sent: 1 })
    .onConflictDoUpdate({ target: day, set: { sent: sql`${sent} + 1` } })
    .prepare('count_sent_mail')
    .execute()
}

export const mailsSent = async ({ orm }: Db, days: number) => {
  const { day, sent } = mailCounts
  const rows = await orm
    .select({ sent: sumColumn(sent) })
    .from(mailCounts)
    .where(gt(day, sql`${today} - ${days}::int`))
  return onlyRow(rows).sent
}

type SendDeps = { config: { secret: string }; db: Db; log: Logger; mailer: Mailer; metrics: Pick<Metrics, 'mails'> }
type Queued = Tasks['send-mail']

const HOUR = 60 * 60 * 1000
/** Milliseconds after which an undeliverable email is dropped. */
const MAX_AGE = 3 * 24 * HOUR

/** An email that could not be delivered. The log also contains the `mailId`. */
export type LostMail = { mailId: string; reason: string; about?: SealedMail['about'] }

const decrypted = ({ config, log }: SendDeps, { id, sealed }: Queued): SealedMail | undefined => {
  try {
    return JSON.parse(unseal(config.secret, id, sealed))
  } catch {
    log.error({ mailId: id }, 'could not decrypt a queued email; was SECRET changed?')
    return undefined
  }
}

/** Returns true if the user was deleted or merged, so the email's link no longer works. */
const isRecipientGone = async (db: Db, { about }: SealedMail) =>
  typeof about?.userId === 'number' && !(await userExists(db, about.userId))

/** Never throws, because retrying the job would send the email again. */
const noteSent = async ({ db, log, metrics }: SendDeps, id: string) => {
  metrics.mails.inc({ outcome: 'sent' })
  await countSentMail(db).catch((failure: unknown) =>
    log.warn({ mailId: id, ...forLog(failure) }, 'could not count a sent email'),
  )
}

/**
 * Sends a queued email. Returns a `LostMail` if the email can never be delivered.
 * @throws {JobDelayed} to retry later
 */
export const sendQueued = async (deps: SendDeps, queued: Queued): Promise<LostMail | undefined> => {
  const { log, mailer, db, metrics } = deps
  const { id } = queued
  const mail = decrypted(deps, queued)
  const lost = (outcome: 'unreadable' | 'expired' | 'refused', reason: string): LostMail => {
    metrics.mails.inc({ outcome })
    return { mailId: id, reason, ...(mail?.about && { about: mail.about }) }
  }
  if (!mail) return lost('unreadable', 'unreadable')
  if (await isRecipientGone(db, mail)) {
    metrics.mails.inc({ outcome: 'dropped' })
    log.info({ mailId: id }, 'dropped an email, because its account was deleted')
    return undefined
  }
  const now = Date.parse(await readTime(db))
  const age = now - mail.queuedAt
  if (age > MAX_AGE || now > (mail.expiresAt ?? Infinity)) {
    log.warn({ mailId: id }, 'dropped an expired email')
    return lost('expired', 'too late')
  }
  try {
    await mailer.send({ ...mail, id })
    await noteSent(deps, id)
    return undefined
  } catch (error) {
    const reason = describeError(error)
    if (error instanceof MailRefused) {
      log.warn({ mailId: id, reason }, 'email rejected permanently')
      return lost('refused', reason)
    }
    metrics.mails.inc({ outcome: 'delayed' })
    log.warn({ mailId: id, reason }, 'email could not be sent yet')
    throw new JobDelayed(error instanceof MailFailed ? error.problem : String(getCode(error) ?? 'unknown'))
  }
}
