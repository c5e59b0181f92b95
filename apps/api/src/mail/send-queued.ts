import type { Logger } from 'pino'
import type { Db } from '../db/client.ts'
import { addKeyedJob, type Tasks } from '../jobs/queue.ts'
import { type Mailer, MailRefused } from './mailer.ts'
import { mailKey, type SealedMail } from './queue-mail.ts'
import { unseal } from './sealed.ts'

type SendDeps = { config: { secret: string }; db: Db; log: Logger; mailer: Mailer }
type Queued = Tasks['send-mail']

const HOUR = 60 * 60 * 1000
/** Milliseconds after which a mail that could not be sent is given up. */
const MAX_AGE = 3 * 24 * HOUR

/** Seconds to the next attempt, by the age of the mail in milliseconds: people wait for a young one. */
const retryDelay = (age: number) => {
  if (age < 10_000) return 2
  return age < HOUR ? 20 : 300
}

/** A mail that was not delivered, and why: `mailId` stands in the log, too. */
export type LostMail = { mailId: string; reason: string; about?: SealedMail['about'] }

const decrypted = ({ config, log }: SendDeps, { id, sealed }: Queued): SealedMail | undefined => {
  try {
    return JSON.parse(unseal(config.secret, id, sealed))
  } catch {
    log.error({ mailId: id }, 'a queued mail cannot be read; was SECRET changed?')
    return undefined
  }
}

/**
 * Sends a queued mail, or puts it back for a moment later; returns one that is lost. It is put back in place of the job
 * that is running, so one that dies right after is not tried again: there are never two.
 */
export const sendQueued = async (deps: SendDeps, queued: Queued): Promise<LostMail | undefined> => {
  const { log, mailer, db } = deps
  const { id } = queued
  const mail = decrypted(deps, queued)
  if (!mail) return { mailId: id, reason: 'unreadable' }
  const lost = (reason: string) => ({ mailId: id, reason, ...(mail.about && { about: mail.about }) })
  const age = Date.now() - mail.queuedAt
  if (age > MAX_AGE || Date.now() > (mail.expiresAt ?? Infinity)) {
    log.warn({ mailId: id }, 'a mail was dropped, as it is too late for it')
    return lost('too late')
  }
  try {
    await mailer.send({ ...mail, id })
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    if (error instanceof MailRefused) {
      log.warn({ mailId: id, reason }, 'a mail was refused for good')
      return lost(reason)
    }
    const delay = retryDelay(age)
    log.warn({ mailId: id, reason, delay }, 'a mail could not be sent yet')
    await addKeyedJob(db, { name: 'send-mail', payload: queued, key: mailKey(id), delay })
    return undefined
  }
}
